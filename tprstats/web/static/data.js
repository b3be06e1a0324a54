// A file's report: who it is about, what it assumes, and its parts as the server makes them.
import { ask, byId, post, tell, untell } from "./common.js";
import { Controls } from "./controls.js";
import { setUpSimulation } from "./simulation.js";

const token = document.querySelector("[data-token]").dataset.token;
const base = `/api/data/${token}`;
const report = byId("report");
const status = byId("status");
const said = (summary) => { status.textContent = ""; byId("said").textContent = summary; };
const narrow = matchMedia("(max-width: 40rem)");
const sizes = () => [narrow.matches ? "narrow" : "wide"];

const AT_ONCE = ["header", "answer", "rules", "games", "norms", "assumed", "notes", "provenance", "glossary"];
const FOLLOWS = ["answer", "rules"];
const WINDOW = ["answer_streak", "verdict", "rests"];
const LATER = ["answer_streak", "streak", "parts", "assumed", "provenance"];

let player = null;
let settings = null;
let era = 0; // of a player and a choice of games: what was asked in an earlier one is not shown
let run = 0; // of what comes later: only the latest is shown
let whole = false; // whether rules over the whole event are in the report already

const part = (name) => report.querySelector(`[data-part="${name}"]`);
const question = () => ({ player, ...controls.question() });

function place(parts) {
  for (const [name, html] of Object.entries(parts)) {
    const made = document.createElement("template");
    made.innerHTML = html.trim();
    const fresh = made.content.firstElementChild;
    const old = part(name);
    if (!old || !fresh) continue;
    if (name === "answer") {
      // The verdict comes later; until then the last one stands.
      const kept = part("answer_streak");
      const slot = fresh.querySelector('[data-part="answer_streak"]');
      if (kept && slot && !slot.childElementCount) slot.replaceWith(kept);
    }
    old.replaceWith(fresh);
  }
}

const pending = (name) => part(name).replaceWith(byId(`pending-${name}`).content.firstElementChild.cloneNode(true));
const busy = (names, on) => {
  for (const name of names) {
    if (on) part(name)?.setAttribute("aria-busy", "true");
    else part(name)?.removeAttribute("aria-busy");
  }
};

const wanted = (parts, quick, signal) => post(
  `${base}/parts`, { question: question(), parts, sizes: sizes(), quick }, signal,
);

// One request at a time: while one is under way, only the latest wish waits.
let under = false;
let next = null;
async function follow(parts) {
  links();
  if (under) { next = parts; return; }
  under = true;
  try {
    do {
      const names = next || parts;
      next = null;
      const mine = era;
      const found = await wanted(names, true);
      if (mine !== era) continue;
      place(found.parts);
      settings = found.settings;
      controls.show(settings, found.windows);
      said(found.summary);
      untell();
    } while (next);
  } catch (error) {
    tell(error);
  } finally {
    under = false;
  }
}

// What a verdict depends on: one on other games or settings is not worth waiting for.
const season = () => {
  const asked = question();
  for (const one of ["first", "last", "named", "prior_mean", "prior_sd", "unrated"]) delete asked[one];
  return JSON.stringify(asked);
};

let waiting;
let judging = null;
function later(delay, names = LATER) {
  clearTimeout(waiting);
  const mine = ++run;
  if (judging && judging.season !== season()) judging.stop.abort();
  busy(["streak", "parts"], true);
  status.textContent = "The verdict on streaks follows.";
  waiting = setTimeout(async () => {
    const own = { season: season(), stop: new AbortController() };
    judging = own;
    try {
      const all = whole ? names : [...names, "rules"];
      const found = await wanted(all, false, own.stop.signal);
      if (mine !== run) return;
      place(found.parts);
      whole = true;
      settings = found.settings;
      controls.show(settings, found.windows);
      byId("streak-svg").parentElement.hidden = !found.verdict;
      controls.frame();
      said(found.summary);
    } catch (error) {
      if (mine === run) tell(error);
    } finally {
      if (judging === own) judging = null;
      if (mine === run) busy(["streak", "parts"], false);
    }
  }, delay);
}

const controls = new Controls({
  changed: () => { follow(FOLLOWS); later(500); },
  games: () => choose(player, false),
  window: () => { follow(WINDOW); later(400, ["answer_streak", "streak"]); },
});

async function choose(which, focus) {
  if (which !== player) byId("rating_list").value = "";
  player = which;
  whole = false;
  untell();
  status.textContent = "Computing.";
  const mine = ++era;
  ++run;
  for (const button of byId("players").querySelectorAll("button")) {
    button.setAttribute("aria-current", String(Number(button.value) === player));
  }
  try {
    const found = await wanted(AT_ONCE, true);
    if (mine !== era) return;
    report.hidden = false;
    place(found.parts);
    pending("streak");
    pending("parts");
    part("answer_streak")?.replaceChildren();
    settings = found.settings;
    controls.start(settings);
    simulation.start(settings);
    said(found.summary);
    document.title = `${found.player}: tprstats`;
    history.replaceState(null, "", `?player=${player}`);
    byId("downloads").hidden = false;
    links();
    const heading = report.querySelector("h1");
    heading.tabIndex = -1;
    if (focus) heading.focus({ preventScroll: !narrow.matches });
    later(0);
  } catch (error) {
    tell(error);
  }
}

function links() {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question())) if (value !== null) query.set(name, value);
  for (const link of document.querySelectorAll("[data-form]")) {
    link.href = `${base}/${link.dataset.form}?${query}`;
  }
}

narrow.addEventListener("change", () => {
  if (player !== null) { follow(FOLLOWS); later(100, ["streak"]); }
});

// Who: a list that follows what is typed.
let asked = 0;
async function search() {
  const mine = ++asked;
  try {
    const found = await ask(`${base}/players?search=${encodeURIComponent(byId("search").value)}`);
    if (mine !== asked) return;
    const shown = found.players.length;
    byId("found").textContent = found.found > shown
      ? `${found.found} players, the first ${shown} shown` : `${found.found} player${found.found === 1 ? "" : "s"}`;
    byId("players").replaceChildren(...found.players.map((p) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.value = p.player;
      button.className = "player";
      button.setAttribute("aria-current", String(p.player === player));
      const name = document.createElement("span");
      name.textContent = [p.number === null ? "" : `${p.number}.`, p.title.toUpperCase(), p.name].filter(Boolean).join(" ");
      const rating = document.createElement("span");
      rating.className = "muted";
      rating.textContent = p.rating === null ? "unrated" : p.rating.toFixed(0);
      button.append(name, rating);
      item.append(button);
      return item;
    }));
  } catch (error) {
    tell(error);
  }
}
let typing;
byId("search").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(search, 120); });
byId("search").addEventListener("keydown", (event) => {
  const first = byId("players").querySelector("button");
  if (event.key === "ArrowDown" && first) { event.preventDefault(); first.focus(); }
  if (event.key === "Enter" && first) { event.preventDefault(); first.click(); }
});
byId("players").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) choose(Number(button.value), true);
});
byId("players").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...byId("players").querySelectorAll("button")];
  const to = buttons.indexOf(document.activeElement) + step;
  if (to < 0) byId("search").focus();
  else buttons[Math.min(to, buttons.length - 1)].focus();
});

let taken = {}; // names that are taken for others

async function takeFor(names) {
  untell();
  try {
    await ask(`${base}/same`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ names }),
    });
    location.assign(location.pathname); // other players have other numbers
  } catch (error) {
    tell(error);
  }
}

byId("same-form").addEventListener("submit", (event) => {
  event.preventDefault();
  takeFor({ ...taken, [byId("old").value.trim()]: byId("new").value.trim() });
});
byId("apart").addEventListener("click", () => takeFor({}));

byId("forget").addEventListener("click", async () => {
  try {
    await ask(base, { method: "DELETE" });
    location.assign("/");
  } catch (error) {
    tell(error);
  }
});

const simulation = setUpSimulation(base, question);

try {
  const found = await ask(base);
  const notes = found.notes.length ? `; ${found.notes.length} note${found.notes.length === 1 ? "" : "s"} on the file in the report` : "";
  byId("contents").textContent = found.players === 1
    ? found.name : `${found.name}: ${found.players} players${notes}`;
  controls.contents(found);
  taken = found.same;
  byId("same").hidden = found.kind === "list";
  byId("apart").hidden = !Object.keys(taken).length;
  byId("same-said").textContent = Object.entries(taken).map(([old, name]) => `${old} is taken for ${name}.`).join(" ");
  byId("what-if-section").hidden = found.kind === "log" || found.kind === "list" || found.players < 3;
  const given = Number(new URLSearchParams(location.search).get("player"));
  const first = given >= 1 && given <= found.players ? given : found.owner;
  if (found.players > 1) {
    byId("chooser").hidden = false;
    await search();
  }
  if (first) await choose(first, false);
  else {
    status.textContent = "Choose a player to see the report.";
    byId("search").focus();
  }
} catch (error) {
  tell(error);
}
