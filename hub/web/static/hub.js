// Tells htmx when something changed, counts the timers down, and turns the pages of the big screen.
(() => {
  "use strict";
  const body = document.body;

  // While something is missing, the page stays as it is and says that it may be old.
  const gone = new Set();
  const missing = (what, so) => {
    if (so) gone.add(what); else gone.delete(what);
    body.classList.toggle("away", gone.size > 0);
  };
  const look = () => body.dispatchEvent(new CustomEvent("hub-changed", { bubbles: true }));
  let again = null;
  const failed = () => {
    missing("part", true);
    clearTimeout(again);
    again = setTimeout(look, 3000 + 3000 * Math.random());
  };
  document.addEventListener("htmx:error", failed);
  document.addEventListener("htmx:response:error", failed);
  document.addEventListener("htmx:after:swap", () => missing("part", false));

  const listen = (address) => {
    let waiting = null;
    // While somebody fills in a form that was unfolded, or has chosen one of two, the page stays as it is.
    const busy = () => document.querySelector("main details[open] form, [data-pair]:checked") !== null;
    const tell = () => {
      if (busy()) {
        waiting = setTimeout(tell, 1000);
        return;
      }
      waiting = null;
      look();
    };
    const changed = () => {
      if (waiting === null) waiting = setTimeout(tell, Number(body.dataset.calm || 150));
    };
    // What a guest's page shows comes with the feed, drawn: by the ids of its places.
    let parts = null;
    const show = () => {
      if (busy()) {
        setTimeout(show, 1000);
        return;
      }
      for (const [id, text] of Object.entries(parts || {})) {
        const target = document.getElementById(id);
        if (target) htmx.swap({ sourceElement: target, target, text, swap: "innerMorph" });
      }
      parts = null;
    };
    const drawn = (event) => {
      const waits = parts !== null;
      parts = JSON.parse(event.data);
      if (!waits) show();
    };
    let lost = false;
    const begin = () => {
      const source = new EventSource(address);
      source.onmessage = changed;
      for (const kind of ["changed", "live"]) source.addEventListener(kind, changed);
      source.addEventListener("part", drawn);
      source.onerror = () => {
        lost = true;
        missing("feed", true);
        changed();
        if (source.readyState !== EventSource.CLOSED) return;
        // Browsers try again where a connection broke, but not after an answer such as a proxy's "502".
        setTimeout(begin, 2000 + 3000 * Math.random());
      };
      source.onopen = () => {
        missing("feed", false);
        if (lost) changed();
        lost = false;
      };
    };
    begin();
  };

  // The big screen turns red and sounds three times once the time is up; browsers that want a tap first stay silent.
  const timeUp = () => {
    if (!body.classList.contains("screen") || body.classList.contains("time-up")) return;
    body.classList.add("time-up");
    setTimeout(() => body.classList.remove("time-up"), 10000);
    const context = new AudioContext();
    for (const at of [0, 0.6, 1.2]) {
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.frequency.value = 660;
      loud.gain.setValueAtTime(0.4, context.currentTime + at);
      loud.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.5);
      tone.connect(loud).connect(context.destination);
      tone.start(context.currentTime + at);
      tone.stop(context.currentTime + at + 0.5);
    }
  };

  const SOON_MS = 5 * 60 * 1000;
  const two = (number) => String(number).padStart(2, "0");
  const show = (clock) => {
    const now = Date.now() - Number(clock.dataset.seen) + Number(clock.dataset.now);
    const left = clock.dataset.ends ? Number(clock.dataset.ends) - now : Number(clock.dataset.left);
    const seconds = Math.ceil(Math.abs(left) / 1000);
    const hours = Math.floor(seconds / 3600);
    const minutes = hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60);
    clock.textContent = (left < 0 ? "−" : "") + (hours ? hours + ":" : "") + minutes + ":" + two(seconds % 60);
    clock.classList.toggle("over", left < 0);
    if (clock.dataset.ends && left < 0 && Number(clock.dataset.before) >= 0) timeUp();
    clock.dataset.before = String(left);
    clock.classList.toggle("soon", left >= 0 && left < SOON_MS);
  };
  const clocks = () => {
    for (const clock of document.querySelectorAll("[data-now]")) {
      if (clock.dataset.seen === undefined || clock.dataset.from !== clock.dataset.now) {
        clock.dataset.seen = String(Date.now());
        clock.dataset.from = clock.dataset.now;
      }
      if (clock.dataset.ends || clock.dataset.left) show(clock);
    }
  };
  setInterval(clocks, 250);
  clocks();

  let place = 0;
  const turn = (step) => {
    const pages = [...document.querySelectorAll("[data-page]")];
    if (!pages.length) return;
    place = (place + step) % pages.length;
    pages.forEach((page, number) => page.classList.toggle("shown", number === place));
  };
  if (body.dataset.turn) {
    turn(0);
    setInterval(() => turn(1), Number(body.dataset.turn));
    document.addEventListener("htmx:after:swap", () => turn(0));
  }

  document.addEventListener("submit", (event) => {
    const from = event.submitter && event.submitter.dataset.ask ? event.submitter : event.target;
    const question = from.dataset ? from.dataset.ask : null;
    if (question && !window.confirm(question)) event.preventDefault();
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    for (const part of document.querySelectorAll(`[data-shown-by="${field.name}"]`)) {
      part.open = field.value === part.dataset.shownFor;
    }
    for (const part of document.querySelectorAll(`[data-only-by="${field.name}"]`)) {
      part.hidden = field.value !== part.dataset.onlyFor;
    }
    if (field.matches("[data-send]")) field.form.requestSubmit();
    // Two that belong together are sent as soon as the second one is chosen.
    if (field.matches("[data-pair]") && document.querySelectorAll("[data-pair]:checked").length === 2) {
      field.form.requestSubmit();
    }
  });

  // A name dragged onto another one is as good as a tap on both.
  const named = (event) => event.target.closest && event.target.closest("label[draggable]");
  let dragged = null;
  document.addEventListener("dragstart", (event) => {
    dragged = named(event);
    if (dragged) event.dataTransfer.setData("text/plain", dragged.textContent.trim());
  });
  document.addEventListener("dragover", (event) => {
    if (dragged && named(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const target = named(event);
    if (!dragged || !target) return;
    event.preventDefault();
    if (target !== dragged) {
      for (const field of document.querySelectorAll("[data-pair]:checked")) field.checked = false;
      for (const label of [dragged, target]) label.control.checked = true;
      target.control.form.requestSubmit();
    }
    dragged = null;
  });

  if (body.dataset.feed) listen(body.dataset.feed);
})();
