// Vertical marks at rates: a line through the plot with its label in a row of its own above it, so
// that near ones do not overlap.

const MARK_ROW = 17;

// marks: [{lr, label, colour, dash, width, bold}], one row each from the top.
function markSeries(marks, narrow) {
  return {
    type: "custom", name: "marks", silent: true, clip: false, z: 6, tooltip: {show: false},
    data: marks.map((mark) => [mark.lr, 0]), encode: {x: 0, y: []},
    renderItem: (params, api) => markShape(marks[params.dataIndex], params, api, narrow),
  };
}

function markShape(mark, params, api, narrow) {
  const halo = palette().card;
  const area = params.coordSys;
  const x = api.coord([mark.lr, api.value(1)])[0];
  if (!(x >= area.x - 1 && x <= area.x + area.width + 1)) return null;
  const top = area.y - MARK_ROW * (params.dataInsideLength - params.dataIndex) + 6;
  const right = x < area.x + area.width * 0.62;
  return {
    type: "group",
    children: [
      {type: "line", shape: {x1: x, y1: top + 3, x2: x, y2: area.y + area.height},
        style: {stroke: mark.colour, lineWidth: mark.width, lineDash: mark.dash}},
      {type: "circle", shape: {cx: x, cy: top, r: 3}, style: {fill: mark.colour}},
      {type: "text", style: {x: x + (right ? 6 : -6), y: top, text: mark.label, fill: mark.colour,
        backgroundColor: halo, padding: [1, 2], align: right ? "left" : "right", verticalAlign: "middle",
        font: (mark.bold ? "600 " : "") + (narrow ? 11 : 12.5) + "px system-ui, sans-serif"}},
    ],
  };
}

function suggestionMarks(colours) {
  if (!suggestion) return [];
  const marks = [];
  const add = (lr, label, look) => { if (isNumber(lr)) marks.push({lr, label: label + " " + rate(lr), ...look}); };
  add(suggestion.steepest, "steepest", {colour: colours.steepest, dash: [3, 3], width: 1.2});
  add(suggestion.lr, "peak_lr", {colour: colours.peak, dash: null, width: 2.2, bold: true});
  add(suggestion.edge, "edge", {colour: colours.edge, dash: [6, 4], width: 1.5});
  return marks;
}
