// Events of the same field again: started, watched, cancelled.
import { ask, byId, post } from "./common.js";

const PAUSE = 300;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export function setUpSimulation(base, question) {
  const status = byId("simulation-status");
  let goal = null;
  let id = null;

  const running = (on) => {
    byId("simulate").disabled = on;
    byId("cancel").hidden = !on;
    byId("simulation-progress").hidden = !on;
  };

  const show = (found) => {
    byId("progress").max = found.events;
    byId("progress").value = found.done;
    byId("progress-text").textContent = found.state === "waiting"
      ? "waiting (the first time on a computer some code is compiled, half a minute)"
      : `${found.done} of ${found.events}`;
  };

  byId("simulation").addEventListener("submit", async (event) => {
    event.preventDefault();
    let ended = "";
    running(true);
    status.textContent = "Simulating.";
    byId("simulated").replaceChildren();
    try {
      let found = await post(`${base}/simulations`, {
        question: question(),
        strength: Number(byId("strength").value),
        events: Number(byId("events").value),
        kind: byId("kind").value,
        goal,
      });
      id = found.id;
      while (found.state === "waiting" || found.state === "running") {
        show(found);
        await wait(PAUSE);
        found = await ask(`${base}/simulations/${id}`);
      }
      if (found.state === "done") {
        byId("simulated").innerHTML = found.html;
        status.textContent = `${found.events} events simulated.`;
      } else status.textContent = found.state === "cancelled" ? "Cancelled." : found.error;
      ended = found.state;
    } catch (error) {
      status.textContent = error.message;
    } finally {
      id = null;
      running(false);
      // The button that was pressed is gone.
      if (ended === "cancelled") byId("simulate").focus();
    }
  });

  byId("cancel").addEventListener("click", async () => {
    if (id !== null) await ask(`${base}/simulations/${id}`, { method: "DELETE" }).catch(() => {});
  });

  return {
    start(settings) {
      goal = settings.performance;
      byId("strength").value = Math.round(settings.own_rating ?? settings.prior_mean ?? settings.performance ?? 2000);
      byId("simulated").replaceChildren();
      status.textContent = "";
    },
  };
}
