// Gradient norm against learning rate, both on log scales, over the same rates as the loss.

// Whole decades around the norms before divergence; larger ones leave the plot at its top.
function normRange() {
  const norms = report.curves.flatMap((curve) => curve.grad_norm.slice(0, stablePoints(curve)))
    .filter((norm) => norm > 0).sort((a, b) => a - b);
  if (!norms.length) return {low: 0.1, high: 10};
  const top = Math.min(norms[norms.length - 1], 100 * quantile(norms, 0.9));
  return {low: 10 ** Math.floor(Math.log10(norms[0])), high: 10 ** Math.ceil(Math.log10(top) + 1e-9)};
}

function gradientOption(narrow) {
  const colours = palette();
  const range = normRange();
  const series = report.curves.map((curve, index) => ({
    type: "line", name: runName(curve), showSymbol: false, color: colours.series(index), animation: false,
    lineStyle: {width: 1.6, type: colours.dash(index)}, emphasis: {disabled: true},
    clip: true,
    data: curve.lr.map((lr, i) => [lr, curve.grad_norm[i] > 0 ? Math.min(curve.grad_norm[i], 2 * range.high) : null, curve.grad_norm[i]]),
  }));
  const rowsOf = (params) => params.map((at) => [at.color, at.seriesName, rate(at.value[2])]);
  return {
    animation: false, textStyle: {fontFamily: "system-ui, sans-serif"},
    grid: {left: narrow ? 44 : 58, right: 18, top: 14, bottom: 48, outerBoundsMode: "none"},
    xAxis: rateAxis(rateRange(report.curves), colours, narrow),
    yAxis: {type: "log", min: range.low, max: range.high, name: "norm (log scale)", nameLocation: "middle", nameMoveOverlap: false, nameGap: narrow ? 30 : 42,
      nameTextStyle: {color: colours.soft}, axisPointer: {show: false},
      axisLabel: {color: colours.soft, formatter: rate, fontSize: narrow ? 10 : 12, hideOverlap: true},
      splitLine: {lineStyle: {color: colours.grid}}},
    tooltip: tooltip(colours, rowsOf),
    series,
  };
}
