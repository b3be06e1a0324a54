// Asking the server, and telling people what went wrong.

export const byId = (id) => document.getElementById(id);

export class Problem extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

export async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("the program does not answer; is tprstats serve still running?", 0);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const where = said.line ? ` (line ${said.line})` : "";
    throw new Problem((said.error || "something went wrong; try again") + where, answer.status);
  }
  return said;
}

export const post = (path, body, signal) => ask(path, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

export function tell(error) {
  if (error.name === "AbortError") return;
  const box = byId("problem");
  const line = document.createElement("p");
  line.className = "warning problem";
  line.textContent = sentence(error.message);
  box.replaceChildren(line);
  if (error.status === 404) {
    const link = document.createElement("a");
    link.href = "/";
    link.textContent = "Choose it again";
    line.append(" ", link);
  }
  byId("status").textContent = "";
}

export const untell = () => byId("problem").replaceChildren();
