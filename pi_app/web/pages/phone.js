"use strict";
const PAUSE_MS = 1000, PATIENCE = 4, MOST_BYTES = 16 * 1024 * 1024;
let etag = "", failures = 0, view = null, sending = false, problem = "";

async function join() {
  const key = location.hash.slice(1);
  if (!key) return;
  try {
    const answer = await fetch("/join", { method: "POST", body: key, cache: "no-store" });
    if (answer.status < 500 && location.hash.slice(1) === key) history.replaceState(null, "", "/");
  } catch (_error) { /* the next look tries again */ }
}

function hide(id, hidden) {
  at(id).hidden = hidden;
}

function row(one) {
  return [made("dt", "", one.words), made("dd", "", String(one.points)), ...one.reasons.map((words) => made("dd", "why", words))];
}

function show() {
  document.documentElement.lang = view.language;
  document.title = view.title;
  paint(view.colours);
  at("badge").replaceChildren(badge(view.seat));
  at("name").textContent = view.name;
  at("total").textContent = String(view.total);
  at("words").textContent = view.words;
  at("words").className = view.turn ? "turn" : "";
  hide("secret", !view.secret.length);
  at("secret-words").textContent = view.secret_words;
  at("secrets").replaceChildren(...view.secret.map(board));
  hide("photo", !view.photo);
  at("boards").replaceChildren(...view.boards.map(board));
  at("score").textContent = view.score;
  at("rows").replaceChildren(...view.rows.flatMap(row));
  tell();
}

function tell() {
  at("photo").className = sending ? "waits" : "";
  at("picture").disabled = sending;
  at("photo-words").textContent = sending ? view.sending : view.photo;
  at("said").textContent = sending ? "" : problem || view.said;
}

function refuse(words, language) {
  document.documentElement.lang = language;
  at("refused").textContent = words;
  hide("refused", false);
  hide("seat", true);
  for (const id of ["secrets", "boards", "rows"]) at(id).replaceChildren();
}

async function send(file) {
  sending = true;
  problem = "";
  tell();
  try {
    if (file.size > MOST_BYTES) problem = view.large;
    else {
      const answer = await fetch("/picture", { method: "POST", body: file, cache: "no-store" });
      if (answer.status !== 202) problem = view.failed;
    }
  } catch (_error) {
    problem = view.failed;
  }
  sending = false;
  tell();
}

async function look() {
  try {
    const answer = await fetch("/view.json", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      etag = answer.headers.get("ETag") || "";
      view = await answer.json();
      show();
      hide("refused", true);
      hide("seat", false);
    } else if (answer.status === 403) {
      const said = await answer.json();
      etag = "";
      refuse(said.words, said.language);
    }
    failures = 0;
  } catch (_error) {
    failures += 1;
  }
  hide("lost", failures < PATIENCE);
  at("lost").textContent = view ? view.lost : "…";
}

async function follow() {
  await join();
  if (!document.hidden) await look();
  setTimeout(follow, PAUSE_MS);
}

at("picture").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file && view) send(file);
  event.target.value = "";
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
window.addEventListener("hashchange", join);
follow();
