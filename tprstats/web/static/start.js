// The first page: a file, games or totals become data to look at.
import { ask, byId, post, tell, untell } from "./common.js";

const status = byId("status");

async function show(what, sending) {
  untell();
  status.textContent = `Reading ${what}.`;
  document.body.setAttribute("aria-busy", "true");
  try {
    const found = await sending();
    location.assign(`/data/${found.token}`);
  } catch (error) {
    tell(error);
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

const send = (file) => show(file.name, () => ask(
  `/api/files?name=${encodeURIComponent(file.name.slice(0, 200))}`,
  { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file },
));

byId("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) send(file);
});
byId("file-form").addEventListener("submit", (event) => event.preventDefault());

const drop = byId("drop");
for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
for (const name of ["dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    if (name === "drop" || !event.relatedTarget) drop.classList.remove("over");
  });
}
document.addEventListener("drop", (event) => {
  const files = event.dataTransfer.files;
  if (files.length > 1) tell(new Error("one file at a time: drop the one with the games"));
  else if (files.length) send(files[0]);
});

byId("example").addEventListener("click", () => show("the example", () => post("/api/example", {})));

for (const choice of document.querySelectorAll("[name=what]")) {
  choice.addEventListener("change", () => {
    const totals = document.querySelector("[name=what]:checked").value === "totals";
    byId("games-fields").hidden = totals;
    byId("totals-fields").hidden = !totals;
  });
}

const number = (id) => (byId(id).value === "" ? null : Number(byId(id).value));

byId("hand-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const totals = document.querySelector("[name=what]:checked").value === "totals";
  const common = { own: number("own"), kind: byId("kind").value, name: byId("name").value };
  const given = totals
    ? { average: number("average"), games: number("number"), score: number("score") }
    : { text: byId("text").value };
  show("the games", () => post("/api/games", { ...given, ...common }));
});
