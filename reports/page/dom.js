// Elements from foreign text: only ever as text nodes and plain attributes, never as markup.

// Characters that would not show, or would reorder what does, as escapes: controls, bidirectional
// marks and overrides, line and paragraph separators, zero-width and byte-order marks.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function visible(value) {
  return String(value).replace(HIDDEN, (c) => {
    const code = c.codePointAt(0).toString(16);
    return code.length <= 2 ? "\\x" + code.padStart(2, "0") : "\\u{" + code + "}";
  });
}

function append(element, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) child.forEach((one) => append(element, one));
  else element.append(child instanceof Node ? child : visible(child));
}

// h("td", {class: "number"}, "0.1")
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  append(element, children);
  return element;
}

// A small drawing: the sign of a series in the legend.
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// columns: [{title, number?, cell: (row) => child}]
function table(caption, columns, rows) {
  const kind = (column) => (column.number ? "number" : column.wide ? "text" : "word");
  return h("table", {"aria-label": caption},
    h("thead", {}, h("tr", {}, columns.map((c) => h("th", {scope: "col", class: kind(c)}, c.title)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((c) => h("td", {class: kind(c)}, c.cell(row)))))));
}

const byId = (id) => document.getElementById(id);

function show(id, ...children) {
  const section = byId(id);
  append(section, children);
  section.hidden = false;
  return section;
}
