// What the report assumes: sliders and what they say.
import { byId } from "./common.js";

const SVG = "http://www.w3.org/2000/svg";
const value = (id) => Number(byId(id).value);
// A slider that reaches to what it shows: cut at its end it would show another number.
const put = (id, number) => {
  const slider = byId(id);
  slider.min = Math.min(slider.min, number);
  slider.max = Math.max(slider.max, number);
  slider.value = number;
};
const ticked = (id) => byId(id).checked;
const orNull = (id) => byId(id).value || null;

export class Controls {
  // `changed` where numbers follow at once, `games` where others are looked at, `window` where a
  // window is judged (each that is shown counts as a look, so a slider under way only moves its frame).
  constructor({ changed, games, window: judged }) {
    this.labels = [];
    this.judged = judged;
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["level", "draw_share", "white_advantage", "prior_mean", "prior_sd"]) {
      byId(id).addEventListener("input", () => {
        if (id === "draw_share") byId("draw_share-auto").checked = false;
        if (id.startsWith("prior")) byId("prior-auto").checked = false;
        this.say();
        changed();
      });
    }
    for (const id of ["draw_share-auto", "prior-auto", "unrated"]) byId(id).addEventListener("change", changed);
    byId("direction").addEventListener("change", changed);
    for (const id of ["speed", "since", "until", "rating_list"]) byId(id).addEventListener("change", games);
    byId("window").addEventListener("change", () => {
      byId("window-fields").hidden = !ticked("window");
      if (ticked("window")) this.say();
      this.frame();
      judged();
    });
    for (const id of ["first", "last"]) {
      byId(id).addEventListener("input", () => {
        if (value("first") > value("last")) byId(id === "first" ? "last" : "first").value = byId(id).value;
        this.say();
        this.frame();
      });
      byId(id).addEventListener("change", judged);
    }
    byId("named").addEventListener("change", judged);
    byId("controls").addEventListener("reset", () => setTimeout(() => {
      byId("window-fields").hidden = true;
      this.frame();
      games();
    }));
  }

  question() {
    const window = ticked("window");
    const prior = !ticked("prior-auto");
    return {
      level: value("level") / 100,
      draw_share: ticked("draw_share-auto") ? "auto" : value("draw_share") / 100,
      white_advantage: value("white_advantage"),
      prior_mean: prior ? value("prior_mean") : null,
      prior_sd: prior ? value("prior_sd") : null,
      unrated: byId("unrated").value === "" ? null : value("unrated"),
      first: window ? value("first") : null,
      last: window ? value("last") : null,
      named: window && ticked("named"),
      direction: byId("direction").value,
      rating_list: orNull("rating_list"),
      speed: orNull("speed"),
      since: orNull("since"),
      until: orNull("until"),
    };
  }

  contents(found) {
    const log = found.kind === "log";
    byId("speed-control").hidden = !log;
    byId("speed").append(...found.speeds.map((speed) => new Option(speed, speed)));
    if (matchMedia("(max-width: 60rem)").matches) for (const id of ["assume", "downloads"]) byId(id).open = false;
  }

  // Another player or other games.
  start(settings) {
    this.labels = settings.labels;
    const games = this.labels.length;
    for (const id of ["first", "last"]) byId(id).max = Math.max(1, games);
    byId("window").checked = false;
    byId("window-fields").hidden = true;
    byId("first").value = Math.max(1, games - 9);
    byId("last").value = games;
    byId("window-control").disabled = games < 2;
    this.lists(settings.lists);
    byId("unrated-control").hidden = !settings.unrated_opponents && byId("unrated").value === "";
    this.show(settings, 1);
  }

  // Ratings of several lists are not comparable: a streak is judged in games of one.
  lists(names) {
    const chosen = byId("rating_list").value;
    byId("rating_list").replaceChildren(
      new Option("the most frequent list", ""), ...names.map((name) => new Option(name, name)),
    );
    byId("rating_list").value = names.includes(chosen) ? chosen : "";
    byId("rating_list-control").hidden = names.length < 2;
  }

  show(settings, windows) {
    if (ticked("draw_share-auto")) put("draw_share", Math.round(100 * settings.draw_share));
    if (ticked("prior-auto") && settings.prior_mean !== null) {
      put("prior_mean", Math.round(settings.prior_mean));
      put("prior_sd", Math.round(settings.prior_sd));
    }
    byId("looks").textContent = windows > 1
      ? `${windows} windows judged so far. The best of several looks good by luck: the verdict is paid for all of them.`
      : "Each window that you judge counts, since the best of several looks good by luck.";
    this.say();
  }

  say() {
    byId("level-out").value = `${byId("level").value} %`;
    byId("draw_share-out").value = `${byId("draw_share").value} %`;
    byId("white_advantage-out").value = `${byId("white_advantage").value} Elo`;
    byId("prior_mean-out").value = byId("prior_mean").value;
    byId("prior_sd-out").value = `${byId("prior_sd").value} Elo`;
    for (const id of ["first", "last"]) {
      const label = this.labels[value(id) - 1];
      const text = label ? `${byId(id).value} (${label})` : byId(id).value;
      byId(`${id}-out`).value = text;
      byId(id).setAttribute("aria-valuetext", text);
    }
  }

  // The window in the figure of the season, as it is moved.
  frame() {
    for (const figure of document.querySelectorAll('[data-part="season"] svg[data-axes]')) {
      figure.querySelector(".chosen")?.remove();
      if (!ticked("window")) continue;
      const [left, top, right, bottom] = figure.dataset.axes.split(" ").map(Number);
      const box = figure.viewBox.baseVal;
      const x = (game) => box.width * (left + ((right - left) * game) / this.labels.length);
      const frame = document.createElementNS(SVG, "rect");
      frame.setAttribute("class", "chosen");
      frame.setAttribute("x", x(value("first") - 1));
      frame.setAttribute("y", box.height * top);
      frame.setAttribute("width", x(value("last")) - x(value("first") - 1));
      frame.setAttribute("height", box.height * (bottom - top));
      figure.append(frame);
    }
  }
}
