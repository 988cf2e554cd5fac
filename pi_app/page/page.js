"use strict";
const PAUSE_MS = 1000, PATIENCE = 4;
const SVG = "http://www.w3.org/2000/svg";
const at = (id) => document.getElementById(id);
let etag = "", failures = 0, lost = "";

function made(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function shape(mark) {
  const names = { line: "line", dot: "circle", area: "polygon", words: "text" };
  const element = document.createElementNS(SVG, names[mark.kind]);
  const p = mark.points;
  const set = (values) => { for (const [key, value] of Object.entries(values)) element.setAttribute(key, value); };
  set({ class: mark.tone });
  if (mark.kind === "line") set({ x1: p[0], y1: p[1], x2: p[2], y2: p[3], "stroke-width": mark.size });
  if (mark.kind === "dot") set({ cx: p[0], cy: p[1], r: mark.size });
  if (mark.kind === "area") set({ points: p.join(" ") });
  if (mark.kind === "words") { set({ x: p[0], y: p[1], "font-size": mark.size }); element.textContent = mark.text; }
  return element;
}

function badge(seat) {
  return made("span", `badge seat-${seat}`, String(seat));
}

function board(sketch) {
  const figure = made("figure"), svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${sketch.width} ${sketch.height}`);
  svg.append(...sketch.marks.map(shape));
  if (sketch.name) figure.append(made("figcaption", "", (sketch.seat ? `${sketch.seat}  ` : "") + sketch.name));
  figure.append(svg);
  return figure;
}

function player(one) {
  const line = made("div", one.turn || one.won ? "player turn" : "player");
  line.append(badge(one.seat), made("span", "name", (one.turn ? "▸ " : one.won ? "★ " : "") + one.name), made("span", "total", String(one.total)));
  return line;
}

function sheet(view) {
  if (!view.columns.length || !view.players.length) return [];
  const table = made("table"), head = made("tr");
  head.append(made("th", "name"), ...view.columns.map((text) => made("th", "", text)), made("th", "", view.total));
  table.append(head);
  for (const one of view.players) {
    const row = made("tr"), cells = one.cells.map((cell) => made("td", cell.corrected ? "corrected" : "", (cell.text || "") + (cell.corrected ? "*" : "")));
    row.append(made("td", "name", one.name), ...cells, made("td", "", String(one.total)));
    table.append(row);
  }
  return [table];
}

function show(view) {
  document.documentElement.lang = view.language;
  view.colours.forEach((code, seat) => document.documentElement.style.setProperty(`--seat-${seat + 1}`, `#${code}`));
  at("title").textContent = view.title;
  at("words").textContent = view.words;
  at("notice").textContent = view.notice;
  at("notice").hidden = !view.notice;
  const shared = view.boards.length > 1 && view.boards[0].seat === 0;
  at("boards").className = (view.boards.length > 4 ? "many" : `of-${view.boards.length}`) + (shared ? " shared" : "");
  document.body.className = (view.players.length > 4 ? "crowded " : "") + (view.players.some((one) => one.won) ? "over" : "playing");
  at("boards").replaceChildren(...view.boards.map(board));
  at("players").className = (view.boards.length ? "" : "alone") + (view.players.length > 4 ? " many" : "");
  at("players").replaceChildren(...view.players.map(player));
  at("sheet").replaceChildren(...sheet(view));
  at("corrected").textContent = view.corrected;
  lost = view.lost;
}

async function look() {
  try {
    const answer = await fetch("/view.json", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (answer.status === 200) { etag = answer.headers.get("ETag") || ""; show(await answer.json()); }
    failures = 0;
  } catch (_error) {
    failures += 1;
  }
  at("lost").hidden = failures < PATIENCE;
  at("lost").textContent = lost;
  setTimeout(look, PAUSE_MS);
}

look();
