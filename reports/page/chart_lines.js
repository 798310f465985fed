// Lines over a linear axis: learning curves, schedules.

// The range of the values without the few that would squash the rest: a spike leaves the plot at its top.
function valueRange(lines) {
  const values = lines.flatMap((line) => line.points.map((point) => point[1])).filter(isNumber).sort((a, b) => a - b);
  if (!values.length) return {low: 0, high: 1};
  const at = (share) => values[Math.min(values.length - 1, Math.floor(share * values.length))];
  const low = values[0];
  const high = Math.min(values[values.length - 1], at(0.98) + 0.5 * (at(0.98) - low) || values[values.length - 1]);
  const margin = 0.05 * (high - low) || Math.abs(high) * 0.1 || 0.5;
  return {low: low >= 0 ? Math.max(0, low - margin) : low - margin, high: high + margin};
}

function linesTip(lines, xName) {
  return (params) => tipNode(xName + " " + rate(params[0].axisValue),
    params.map((at) => [at.color, at.seriesName, rate(at.value[1])]));
}

// lines: [{name, points: [[x, y], …], thin?, place}]; y that is null leaves a gap; place gives the colour.
function linesOption(narrow, lines, xName, yName) {
  const colours = palette();
  const range = valueRange(lines);
  return {
    animation: false, textStyle: {fontFamily: "system-ui, sans-serif"},
    grid: {left: narrow ? 58 : 62, right: 18, top: 14, bottom: 48, outerBoundsMode: "none"},
    xAxis: {type: "value", name: xName, nameLocation: "middle", nameGap: 28, min: "dataMin", max: "dataMax",
      nameTextStyle: {color: colours.soft}, axisLabel: {color: colours.soft, hideOverlap: true, fontSize: narrow ? 10 : 12},
      axisLine: {lineStyle: {color: colours.line}}, axisTick: {show: false}, splitLine: {show: false},
      axisPointer: {label: {show: false}}},
    yAxis: {type: "value", min: range.low, max: range.high, name: yName, nameLocation: "middle", nameMoveOverlap: false, nameGap: narrow ? 42 : 46,
      nameTextStyle: {color: colours.soft}, axisLabel: {color: colours.soft, formatter: rate, fontSize: narrow ? 10 : 12,
        showMinLabel: false, showMaxLabel: false},
      splitLine: {lineStyle: {color: colours.grid}}},
    tooltip: {...tooltip(colours, () => []), formatter: linesTip(lines, xName)},
    series: lines.map((line) => ({
      type: "line", name: line.name, data: line.points, color: colours.series(line.place), animation: false, clip: true,
      showSymbol: line.points.length < 30 && !line.thin, symbolSize: 6, connectNulls: false, sampling: "minmax",
      lineStyle: {width: line.thin ? 1 : 2, opacity: line.thin ? 0.7 : 1, type: colours.dash(line.place)},
      emphasis: {disabled: true},
    })),
  };
}

// A card with a chart and the names of its lines. A line keeps its colour where one before it has no points.
function linesCard(id, lines, xName, yName, caption) {
  const drawn = lines.map((line, place) => ({...line, place}))
    .filter((line) => line.points.some((point) => isNumber(point[1])));
  if (!drawn.length) return;
  const section = show(id);
  liveChart(id + "-chart", (narrow) => linesOption(narrow, drawn, xName, yName));
  const saidByTheAxis = drawn.length === 1 && drawn[0].name === yName;
  const names = drawn.map((line) => h("span", {class: "key"}, keySign(line.place), line.name));
  if (!saidByTheAxis) append(section.querySelector(".legend"), names);
  append(section.querySelector(".caption"), caption);
  byId(id + "-chart").setAttribute("aria-label", "Line chart of " + drawn.map((line) => line.name).join(", ") +
    " against " + xName + ". The numbers are in a table below.");
}

function keySign(index) {
  const line = svg("line", {x1: 0, y1: 5, x2: 18, y2: 5, stroke: "var(--series-" + (1 + index % SERIES_COLOURS) + ")", "stroke-width": 3});
  return svg("svg", {width: 18, height: 10, "aria-hidden": "true"}, line);
}
