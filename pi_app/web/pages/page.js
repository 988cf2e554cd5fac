"use strict";
const PAUSE_MS = 1000, PATIENCE = 4;
let etag = "", failures = 0, lost = "";

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
  paint(view.colours);
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
