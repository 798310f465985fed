// What both charts share: axes, tooltip, life cycle.

function rateAxis(range, colours, narrow) {
  return {
    type: "log", min: range.low, max: range.high, name: "learning rate (log scale)",
    nameLocation: "middle", nameGap: 28, nameTextStyle: {color: colours.soft},
    axisLabel: {color: colours.soft, formatter: decade, hideOverlap: true, fontSize: narrow ? 10 : 12},
    axisLine: {onZero: false, lineStyle: {color: colours.line}},
    axisTick: {show: false}, splitLine: {lineStyle: {color: colours.grid}},
    axisPointer: {label: {formatter: (at) => rate(at.value), backgroundColor: colours.soft}},
  };
}

// rows: [[colour, name, value]]. A node, not markup: the text in it stays text.
function tipNode(title, rows) {
  const node = h("div", {class: "tip"}, h("b", {}, title));
  const body = h("tbody", {});
  for (const [colour, name, value] of rows) {
    const sign = svg("svg", {width: 12, height: 8}, svg("rect", {width: 10, height: 3, y: 3, fill: colour}));
    append(body, h("tr", {}, h("td", {}, sign), h("td", {}, name), h("td", {}, value)));
  }
  append(node, h("table", {}, body));
  return node;
}

function tooltip(colours, rowsAt) {
  return {
    trigger: "axis", confine: true, backgroundColor: colours.card, borderColor: colours.line,
    textStyle: {color: colours.ink}, axisPointer: {type: "line", lineStyle: {color: colours.soft}},
    formatter: (params) => tipNode("lr " + rate(params[0].axisValue), rowsAt(params)),
  };
}

// Paper: page.css has the same heights for print.
const PRINT_WIDTH = 700;
const printHeight = (element) => (element.classList.contains("tall") ? 330 : 190);

// Draws `option(narrow)` into the element now, and again whenever width or colours change, and for print.
function liveChart(id, option) {
  const element = byId(id);
  const chart = echarts.init(element, null, {renderer: "svg"});
  const draw = () => chart.setOption(option(element.clientWidth < 560), {notMerge: true});
  draw();
  new ResizeObserver(() => {
    if (document.documentElement.classList.contains("printing")) return;
    chart.resize();
    draw();
  }).observe(element);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("printing");
    chart.resize({width: PRINT_WIDTH, height: printHeight(element)});
    draw();
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("printing");
    chart.resize({width: "auto", height: "auto"});
    draw();
  });
  return {chart, draw};
}
