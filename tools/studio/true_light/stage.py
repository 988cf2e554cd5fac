"""Sets up what is to be traced: card, ink, lamps, mugs and a hand, out of what a drawn photograph is made of."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from hardware.simulated import hand as hands
from hardware.simulated.lamp import Glare, Lighting
from hardware.simulated.lamp import Lamp as DrawnLamp
from hardware.simulated.lens import View
from hardware.simulated.pieces import Piece
from hardware.simulated.pixels import Colour, Picture, Points, Sheet, hsv, to_linear
from hardware.simulated.scene import Board, Shot
from hardware.simulated.starfarers.foot import FootLook, draw_card
from tools.studio.designs.feet import Foot
from tools.studio.true_light.scene import Ball, Lamp, Pillar, Plate, Ring, Scene, Shell, Tube, Vector

OVERSCAN: Final = 1.16
"""The pinhole picture is so much larger than the lens's, which bends its edges inwards."""
SAMPLES: Final = 6
"""Rays a pixel. Against 64, the denoised picture of a disc is 0.8 levels of 255 off on average; with 10, 0.6."""
FILM_MIRRORS: Final = 0.04
"""The share of light that a film mirrors straight ahead."""
INK_STANDS_OUT: Final = 36.0
"""Pen ink covers its place wholly where it differs from the print by so much, of 255."""
SENSOR_MM: Final = 8.0
"""Width of the camera's sensor, between that of a small camera's and a good phone's."""
MATT, GLOSSY = 0.85, 0.1
"""Roughness of a piece that does not shine at all, and of one that shines as much as any."""
GRID_MM: Final = 2.5
"""Between the points of a hand's surface."""
_EDGE: Final = (0.45, 0.42, 0.36)
"""Colour of a piece's cut sides (R, G, B): the grey-brown of card."""
CARD_MM: Final = 0.5
"""How thick the card is that a mother ship stands before."""
WALL_MM: Final = 0.8
"""The wall of a ship's tube, and what holds it at its back."""
ROUND_MM: Final = 9.0
"""A finger or arm rises at most so far over its rim."""


def pinhole(view: View) -> View:
    """The same camera without its lens, a little wider, so that the lens's picture can be taken from it."""
    wide, high = (round(side * OVERSCAN) for side in view.size)
    return msgspec.structs.replace(view, size=(wide, high), centre=((wide - 1) / 2, (high - 1) / 2), k1=0.0, k2=0.0)


def set_up(folder: Path, board: Board, clean: Board, rotation_deg: float, table: Sheet, shot: Shot) -> Scene:
    """The board with its disc turned clockwise by `rotation_deg` on the table; its files are written to the folder.

    `clean`: the same board without ink, which tells where ink lies. Same light and view, same lamps and film.
    """
    lighting = shot.lighting
    rng = np.random.default_rng(zlib.crc32(repr((lighting.ambient, lighting.lamps)).encode()))
    film = {"rough": float(rng.uniform(0.06, 0.3)), "wavy": float(rng.choice([0.0, rng.uniform(0.01, 0.06)]))}
    plates = [_table(folder, table, board.thickness, float(rng.uniform(0.3, 0.7)))]
    plates += _card(folder, board, clean, rotation_deg, film)
    centre = np.array([board.layout.board.width, board.layout.board.height]) / 2
    return _lit(folder, rng, shot, plates, board.thickness, (centre, float(np.hypot(*centre))))


def set_up_pieces(folder: Path, pieces: Sequence[Piece], table: Sheet, shot: Shot) -> Scene:
    """Pieces on the table (at depth 0), later ones on earlier ones; their files are written to the folder."""
    rng = np.random.default_rng(zlib.crc32(repr((shot.lighting.ambient, shot.lighting.lamps)).encode()))
    plates = [_table(folder, table, 0.0, float(rng.uniform(0.3, 0.7)))]
    wavy = float(rng.choice([0.0, rng.uniform(0.01, 0.06)]))
    for number, (piece, top) in enumerate(zip(pieces, tops(pieces), strict=True)):
        plates.append(_piece(folder / f"piece{number}.png", piece, top, wavy))
    corners = np.concatenate([piece.corners for piece in pieces])
    low, high = corners.min(0), corners.max(0)
    return _lit(folder, rng, shot, plates, 0.0, ((low + high) / 2, float(np.hypot(*(high - low))) / 2))


def set_up_foot(folder: Path, foot: Foot, table: Sheet, shot: Shot) -> Scene:
    """A mother ship on its card: the tube stands out from it, and balls are round; files are written to the folder."""
    rng = np.random.default_rng(zlib.crc32(repr((shot.lighting.ambient, shot.lighting.lamps)).encode()))
    look, card = foot.look, draw_card(foot.look, circles=False)
    left, top, width, height = look.tube
    middle, axis = left + width / 2, tube_axis(look)
    edge, far, low = middle - look.body_width / 2, middle + look.body_width / 2, top + height
    ship = 2 * axis + CARD_MM
    covers, outline = (0.0, 0.0, *look.card), rectangle(0.0, 0.0, *look.card)
    plates = [
        _table(folder, table, 0.0, float(rng.uniform(0.3, 0.7))),
        Plate(_written(folder / "card.png", card.picture), covers, [outline], -CARD_MM, CARD_MM, MATT, _EDGE),
        _block(folder / "behind.png", look.behind, rectangle(left, top, width, height), -CARD_MM - WALL_MM, WALL_MM),
        _block(folder / "body.png", look.body, [(edge + 4, 3), (far - 4, 3), (far, top), (edge, top)], ship, -ship),
        _block(folder / "body.png", look.body, rectangle(left - 2, low, width + 4, 3.0), ship, -ship),
    ]
    rough = float(rng.uniform(0.1, 0.45))

    def ball(name: str, at: Points, z: float, falls: float) -> Ball:
        return Ball((float(at[0]), float(at[1]), z), look.ball / 2, _linear(look.colours[name]), rough, falls)

    balls = [ball(name, at, axis, foot.smear) for name, at in foot.shown]
    if foot.circles:
        balls += [ball(name, np.array(at), ball_on_card(look), 0.0) for name, at in look.circles.items()]
    tube = Tube(
        (middle, top + height / 2, axis), width / 2 + WALL_MM / 2, height, look.tint, float(rng.uniform(0, 0.15))
    )
    centre = np.array(look.card) / 2
    scene = _lit(folder, rng, shot, plates, 0.0, (centre, float(np.hypot(*centre))))
    return msgspec.structs.replace(scene, balls=balls, tube=tube)


def tube_axis(look: FootLook) -> float:
    """How deep under the table's face (mm, so less than 0) the middles of the balls in the tube are."""
    return -(CARD_MM + WALL_MM + look.tube[2] / 2)


def ball_on_card(look: FootLook) -> float:
    """The same of a ball that lies on the card."""
    return -(CARD_MM + look.ball / 2)


def rectangle(left: float, top: float, wide: float, high: float) -> Ring:
    """Its corners, mm, clockwise from the top left."""
    return [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]


def _block(path: Path, colour: Colour, ring: Ring, z: float, thick: float) -> Plate:
    """A piece of one colour, matt, with its face at `z`."""
    covers = (*ring[0], 100.0, 100.0)
    return Plate(_written(path, np.full((2, 2, 3), colour, np.uint8)), covers, [ring], z, thick, 0.5, _linear(colour))


def tops(pieces: Sequence[Piece]) -> list[float]:
    """How high over the table each piece's face lies, mm: as many as it lies on, and itself."""
    heights: list[float] = []
    outlines = [piece.corners.astype(np.float32) for piece in pieces]
    for number, piece in enumerate(pieces):
        below = (heights[k] for k in range(number) if cv2.intersectConvexConvex(outlines[k], outlines[number])[0] > 0)
        heights.append(max(below, default=0.0) + piece.thickness)
    return heights


def _piece(path: Path, piece: Piece, top: float, wavy: float) -> Plate:
    """A piece of card; only what shines has a film that may wave."""
    wide, high = (side / piece.face.ppmm for side in piece.face.picture.shape[1::-1])
    x, y = piece.on_table(np.zeros((1, 2)))[0]
    gloss = piece.gloss / 255
    return Plate(
        _written(path, piece.face.picture),
        (0.0, 0.0, wide, high),
        outlines(piece.opaque),
        -top,
        piece.thickness,
        MATT + (GLOSSY - MATT) * gloss,
        _EDGE,
        turn_deg=piece.turn_deg,
        at=(float(x), float(y)),
        wavy=wavy * gloss,
    )


def _lit(
    folder: Path,
    rng: np.random.Generator,
    shot: Shot,
    plates: list[Plate],
    floor: float,
    middle: tuple[Points, float],
) -> Scene:
    """The scene of these plates; `middle`: of all that is photographed, and how far it reaches from there, mm."""
    lighting, view = shot.lighting, shot.view
    wide, (centre, reach) = pinhole(view), middle
    lamps = [_lamp(rng, lamp, view, centre) for lamp in lighting.lamps]
    lamps += [mirrored(glare, view) for glare in lighting.glares if glare.strength > 0]
    blue, green, red = lighting.ambient
    return Scene(
        out=str(folder / "light.npy"),
        size=wide.size,
        focal=wide.focal,
        rotation=wide.rotation.tolist(),
        translation=wide.translation.tolist(),
        aperture=SENSOR_MM * view.focal / view.size[0] / shot.sensor.f_number / 2,
        focus=_focus(view, centre, reach),
        samples=SAMPLES,
        around=(red, green, blue),
        plates=plates,
        lamps=lamps,
        pillars=_pillars(rng, lighting, lamps, centre, reach),
        floor=floor,
    )


def _focus(view: View, centre: Points, reach: float) -> float:
    """How far what the camera has focused on lies before it: somewhere near the middle, as cameras do."""
    rng = np.random.default_rng(zlib.crc32(view.translation.tobytes()))
    spot = np.array([*(centre + rng.normal(0, 0.3 * reach, 2)), 0.0])
    return float((view.rotation @ spot + view.translation)[2])


def lay_hand(folder: Path, scene: Scene, hand: hands.Hand) -> Scene:
    """The scene with the hand over it; it stands where `hand_cover` says, and is round."""
    sheet = hand.sheet
    step = round(GRID_MM * sheet.ppmm)
    inside = np.where(hand.opaque > 127, 255, 0).astype(np.uint8)
    rim_mm = cv2.distanceTransform(inside, cv2.DIST_L2, 5) / sheet.ppmm
    rise = ROUND_MM * np.sqrt(1 - (1 - np.clip(rim_mm / (2 * ROUND_MM), 0, 1)) ** 2)
    rows, columns = np.arange(0, inside.shape[0], step), np.arange(0, inside.shape[1], step)
    y, x = np.meshgrid(rows, columns, indexing="ij")
    points = np.stack([x, y], -1) / sheet.ppmm - np.array(sheet.origin)
    vertices = np.concatenate([points, (hands.HEIGHT - rise[y, x])[..., None]], -1).reshape(-1, 3)
    uv = np.stack([x / inside.shape[1], 1 - y / inside.shape[0]], -1).reshape(-1, 2)
    number = np.arange(len(vertices)).reshape(y.shape)
    corners = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1).reshape(-1, 4)
    faces = corners[(inside[y, x].reshape(-1)[corners] > 0).all(1)]
    np.savez(folder / "hand.npz", vertices=vertices, faces=faces, uv=uv)
    shell = Shell(str(folder / "hand.npz"), _written(folder / "hand.png", sheet.picture))
    return msgspec.structs.replace(scene, hand=shell)


def _written(path: Path, picture: Picture) -> str:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return str(path)


def _linear(colour: Colour) -> Vector:
    """R, G, B in linear light of a B, G, R colour, 0-255."""
    blue, green, red = to_linear(np.array([[colour]], np.uint8))[0, 0]
    return float(red), float(green), float(blue)


def _table(folder: Path, table: Sheet, depth: float, rough: float) -> Plate:
    wide, high = (side / table.ppmm for side in table.picture.shape[1::-1])
    left, top = (-float(value) for value in table.origin)
    far = 4000.0
    ring = [(-far, -far), (far, -far), (far, far), (-far, far)]
    texture = _written(folder / "table.png", table.picture)
    return Plate(texture, (left, top, wide, high), [ring], depth, 10.0, rough, (0.2, 0.2, 0.2))


def _card(folder: Path, board: Board, clean: Board, rotation_deg: float, film: dict[str, float]) -> list[Plate]:
    """The face with its cut-outs, the disc below them, and the card below that."""
    layout, edge = board.layout, _linear(board.edge)
    rings = outlines(board.opaque)
    face = board.face.picture
    covers = (0.0, 0.0, face.shape[1] / board.face.ppmm, face.shape[0] / board.face.ppmm)
    whole = len(rings) == 1
    top = Plate(
        _written(folder / "face.png", face),
        covers,
        rings,
        0.0,
        board.thickness if whole else layout.disc.depth,
        film["rough"],
        edge,
        _written(folder / "face_ink.png", ink_of(board.face, clean.face)),
        wavy=film["wavy"],
    )
    if whole:
        return [top]
    disc, reach = board.disc, layout.disc.radius
    around = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    circle: Ring = [(float(x), float(y)) for x, y in zip(reach * np.cos(around), reach * np.sin(around), strict=True)]
    side = disc.picture.shape[1] / disc.ppmm
    under = Plate(
        _written(folder / "disc.png", disc.picture),
        (-float(disc.origin[0]), -float(disc.origin[1]), side, side),
        [circle],
        layout.disc.depth + 0.05,
        1.0,
        film["rough"],
        edge,
        _written(folder / "disc_ink.png", ink_of(disc, clean.disc)),
        rotation_deg,
        layout.disc.centre,
        film["wavy"],
    )
    back = Plate(top.texture, covers, rings[:1], layout.disc.depth + 1.1, 0.9, 0.6, edge)
    return [back, under, top]


def ink_of(written: Sheet, clean: Sheet) -> Picture:
    """Where a pen's ink lies on the print, 0-255."""
    apart = cv2.absdiff(written.picture, clean.picture).max(axis=2).astype(np.float32)
    return np.asarray(np.clip(apart * (255 / INK_STANDS_OUT), 0, 255), np.uint8)


def outlines(opaque: Sheet) -> list[Ring]:
    """Outline and cut-outs of the face, mm; the outline first."""
    padded = cv2.copyMakeBorder(opaque.picture, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    found, levels = cv2.findContours(
        np.where(padded > 127, 255, 0).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    order = sorted(range(len(found)), key=lambda k: (levels[0][k][3] >= 0, -cv2.contourArea(found[k])))
    rings = []
    for k in order:
        points = cv2.approxPolyDP(found[k], 0.6, True)[:, 0]
        if len(points) > 2:
            rings.append([((float(x) - 0.5) / opaque.ppmm, (float(y) - 0.5) / opaque.ppmm) for x, y in points])
    return rings


def _on_board(view: View, share: Points) -> Points:
    """The board point (2 mm) that is seen at this share of the picture's width and height."""
    corners = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]])
    home = cv2.getPerspectiveTransform(view.project(corners).astype(np.float32), corners.astype(np.float32))
    at = home @ np.array([share[0] * view.size[0], share[1] * view.size[1], 1.0])
    return np.asarray(at[:2] / at[2])


def _lamp(rng: np.random.Generator, lamp: DrawnLamp, view: View, centre: Points) -> Lamp:
    """A lamp on the side where the drawn one stands, that lights the board's middle as much."""
    away = _on_board(view, np.array(lamp.at)) - centre
    away *= rng.uniform(450, 1100) / max(float(np.hypot(*away)), 1.0)
    high, side = rng.uniform(500, 1300), 200 + 500 * lamp.reach
    tall = side * rng.uniform(0.3, 1.0)
    far = float(np.hypot(np.hypot(*away), high))
    upright = high / far
    shines = lamp.strength * np.pi * far**2 / (side * tall * upright)
    blue, green, red = lamp.colour
    at = (float(centre[0] + away[0]), float(centre[1] + away[1]), float(-high))
    to = (float(centre[0]), float(centre[1]), 0.0)
    radiance = (float(shines * red), float(shines * green), float(shines * blue))
    return Lamp(at, to, float(side), float(tall), radiance)


def mirrored(glare: Glare, view: View) -> Lamp:
    """A lamp that stands where its mirror image is the drawn glare, as bright and as large."""
    here = _on_board(view, np.array(glare.at) / np.array(view.size))
    spot = np.array([*here, 0.0])
    eye = -view.rotation.T @ view.translation
    ray = (spot - eye) / np.linalg.norm(spot - eye)
    up = ray * np.array([1.0, 1.0, -1.0])
    away, near = 900.0, float(np.linalg.norm(spot - eye))
    at = spot + up * away
    grows = 2 * (near + away) / near / view.scale(here)
    shines = glare.strength / FILM_MIRRORS
    return Lamp(
        _three(at),
        _three(spot),
        glare.size[0] * grows,
        glare.size[1] * grows,
        (shines, shines, shines),
        not glare.square,
    )


def _three(values: Points) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z


def _pillars(
    rng: np.random.Generator, lighting: Lighting, lamps: list[Lamp], centre: Points, reach: float
) -> list[Pillar]:
    """For each drawn shadow a mug or bottle on the lamp's side, whose shadow falls towards the board."""
    found = []
    for _ in lighting.shadows:
        towards = np.array(lamps[0].at[:2]) - centre if lamps else rng.normal(0, 1, 2)
        angle = float(np.arctan2(towards[1], towards[0])) + rng.normal(0, 0.35)
        far = reach + rng.uniform(45, 120)
        at = centre + far * np.array([np.cos(angle), np.sin(angle)])
        tint = _linear(hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.2, 0.95)))
        found.append(Pillar((float(at[0]), float(at[1])), rng.uniform(28, 44), rng.uniform(70, 210), tint))
    return found
