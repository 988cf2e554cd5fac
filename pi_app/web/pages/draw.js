"use strict";
const SVG = "http://www.w3.org/2000/svg";
const at = (id) => document.getElementById(id);

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

function paint(colours) {
  colours.forEach((code, seat) => document.documentElement.style.setProperty(`--seat-${seat + 1}`, `#${code}`));
}
