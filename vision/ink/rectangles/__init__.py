"""One finder of rectangles, such as boards, cards and tiles; what is known of a thing beforehand says how it is found.

- nothing: by the outline of what is flat and has four sides (`loose.find_quads`)
- its proportions: by lines through straight `edges`, four of which are its sides (`boards.board_quads`)
- its size, and the plane it lies on: by edges that meet at a right angle, and how much is seen of all sides (`sized`)
- that they lie apart on a plain ground and are of one size: by what differs from that ground (`laid.find_laid`)
- a point within it, seen straight on: by the outermost clear edge to each side (`around.find_around`)
- others like it, or strokes on it: by the colour of its ground (`grounds.find_alike`, `grounds.find_grounds`)

All take pictures as they are (uint8) and give corners as (4, 2) px, or (n, 4, 2), clockwise, the best first, and none
where there is none. What corners alone say (size, proportions, whether two are one thing) is in `quad`.
Round things are found by `vision.ink.rims`, markers by `vision.ink.markers`.
"""
