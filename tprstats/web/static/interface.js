// The interface's own description, for people.
import { ask, byId, tell } from "./common.js";

const made = (tag, text, attributes = {}) => {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const typeOf = (schema) => {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((x) => JSON.stringify(x)).join(", ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  const ends = [schema.minimum, schema.maximum ?? schema.exclusiveMaximum];
  const range = ends.some((x) => x !== undefined) ? ` ${ends[0] ?? ""} to ${ends[1] ?? ""}` : "";
  return `${schema.type || "any"}${range}`;
};

function table(caption, rows) {
  const scroll = made("div", "", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption });
  const body = made("table");
  body.append(made("caption", caption));
  const head = made("tr");
  for (const name of ["name", "type", "if left out"]) head.append(made("th", name, { scope: "col" }));
  body.append(head);
  for (const row of rows) {
    const line = made("tr");
    for (const cell of row) line.append(made("td", cell));
    body.append(line);
  }
  scroll.append(body);
  return scroll;
}

const said = (schema) => (schema?.default === undefined ? "" : JSON.stringify(schema.default));

try {
  const found = await ask("/openapi.json");
  const region = byId("operations");
  region.replaceChildren(made("p", found.info.description));
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      region.append(made("h2", `${method.toUpperCase()} ${path}`));
      region.append(made("p", operation.description || operation.summary));
      const rows = (operation.parameters || []).map((p) => [p.name, typeOf(p.schema), said(p.schema)]);
      if (rows.length) region.append(table("Parameters", rows));
      const bodies = Object.entries(operation.requestBody?.content || {});
      for (const [kind, body] of bodies) region.append(made("p", `Body: ${kind}, ${typeOf(body.schema)}`));
      const answers = Object.entries(operation.responses)
        .map(([code, r]) => `${code} ${Object.values(r.content || {}).map((c) => typeOf(c.schema)).join(", ")}`);
      region.append(made("p", `Answers: ${answers.join("; ")}`, { class: "muted" }));
    }
  }
  for (const [name, schema] of Object.entries(found.components.schemas)) {
    region.append(made("h2", name));
    if (schema.description) region.append(made("p", schema.description));
    const rows = Object.entries(schema.properties || {}).map(([k, s]) => [k, typeOf(s), said(s)]);
    if (rows.length) region.append(table(`Fields of ${name}`, rows));
  }
} catch (error) {
  byId("operations").replaceChildren(made("div", "", { id: "problem", role: "alert" }), made("p", "", { id: "status" }));
  tell(error);
}
