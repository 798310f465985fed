// Loss against learning rate: per run raw (thin) and smoothed (thick), the band over runs, the
// suggestion, and where training diverged.

const lossView = {hidden: new Set(), raw: true, band: true, peers: false};

// Losses above the scale leave the plot just over its top, however large they are.
function cut(value, range) {
  return isNumber(value) ? Math.min(value, range.high + 0.1 * (range.high - range.low)) : null;
}

function lossLines(curve, index, range, colours) {
  const points = (values) => curve.lr.map((lr, i) => [lr, cut(values[i], range), values[i]]);
  const look = {type: "line", showSymbol: false, symbol: "circle", color: colours.series(index), clip: true, animation: false};
  const raw = {...look, name: runName(curve) + " raw", data: points(curve.loss), z: 3,
    lineStyle: {width: 1, opacity: 0.45}, emphasis: {disabled: true}};
  const smooth = {...look, name: runName(curve), data: points(curve.smoothed), z: 4,
    lineStyle: {width: 2.6, type: colours.dash(index)}, emphasis: {disabled: true}};
  return lossView.raw ? [raw, smooth] : [smooth];
}

function bandSeries(curves, colours) {
  const band = seedBand(curves);
  return {
    type: "custom", name: "band", silent: true, clip: true, z: 1, data: band.length > 1 ? [[band[0].lr, band[0].low]] : [],
    tooltip: {show: false},
    renderItem: (params, api) => ({
      type: "polygon",
      shape: {points: [...band.map((at) => api.coord([at.lr, at.high])),
        ...band.map((at) => api.coord([at.lr, at.low])).reverse()]},
      style: {fill: colours.soft, opacity: 0.22},
    }),
  };
}

// Shaded: the suggestions of the single runs, and what lies beyond the largest stable rate.
function areaSeries(curves, rates, colours) {
  const areas = [];
  if (suggestion && isNumber(suggestion.low) && suggestion.low < suggestion.high) {
    areas.push([{xAxis: suggestion.low, itemStyle: {color: colours.peak, opacity: 0.16}}, {xAxis: suggestion.high}]);
  }
  if (suggestion && isNumber(suggestion.edge) && curves.some(diverged)) {
    areas.push([{xAxis: suggestion.edge, itemStyle: {color: colours.edge, opacity: 0.09}}, {xAxis: rates.high}]);
  }
  return {type: "line", name: "areas", data: [], silent: true, tooltip: {show: false},
    markArea: {silent: true, animation: false, label: {show: false}, data: areas}};
}

// A triangle at the top where a run's loss left the scale or was no number.
function divergedSeries(curves, range, colours) {
  const data = curves.filter(diverged).map((curve) => ({
    value: [curve.lr[stablePoints(curve)], range.high],
    itemStyle: {color: colours.series(report.curves.indexOf(curve)), borderColor: colours.card, borderWidth: 1},
  }));
  return {type: "scatter", name: "diverged", symbol: "triangle", symbolSize: 12, clip: false, z: 7, silent: true,
    tooltip: {show: false}, data, animation: false};
}

function peerSeries(range, colours) {
  const data = peerRates().filter((peer) => isNumber(peer.lr)).map((peer) => [peer.lr, range.low]);
  return {type: "scatter", name: "other tools", symbol: "diamond", symbolSize: 10, clip: false, z: 7, data,
    silent: true, tooltip: {show: false}, itemStyle: {color: colours.card, borderColor: colours.peer, borderWidth: 2}, animation: false};
}

function lossRows(params, colours) {
  const rows = [];
  for (const at of params) {
    const index = report.curves.findIndex((curve) => at.seriesName === runName(curve));
    if (index < 0) continue;
    const raw = report.curves[index].loss[at.dataIndex];
    const smooth = at.value[2];
    const text = isNumber(smooth) ? rate(smooth) : "diverged";
    rows.push([colours.series(index), at.seriesName, text + " (raw " + (isNumber(raw) ? rate(raw) : "no number") + ")"]);
  }
  return rows;
}

function lossOption(narrow) {
  const colours = palette();
  const shown = report.curves.filter((curve) => !lossView.hidden.has(curve.run));
  const range = lossRange(report.curves);
  const rates = rateRange(report.curves);
  const marks = suggestionMarks(colours);
  const series = [areaSeries(shown, rates, colours)];
  if (lossView.band) series.push(bandSeries(shown, colours));
  shown.forEach((curve) => series.push(...lossLines(curve, report.curves.indexOf(curve), range, colours)));
  series.push(divergedSeries(shown, range, colours), markSeries(marks, narrow));
  if (lossView.peers) series.push(peerSeries(range, colours));
  return {
    animation: false, textStyle: {fontFamily: "system-ui, sans-serif"},
    grid: {left: narrow ? 44 : 58, right: 18, top: 18 + MARK_ROW * marks.length, bottom: 48, outerBoundsMode: "none"},
    xAxis: rateAxis(rates, colours, narrow),
    yAxis: {type: "value", min: range.low, max: range.high, name: "loss", nameLocation: "middle", nameMoveOverlap: false, nameGap: narrow ? 30 : 42,
      nameTextStyle: {color: colours.soft},
      axisLabel: {color: colours.soft, showMinLabel: false, showMaxLabel: false, formatter: rate, fontSize: narrow ? 10 : 12},
      splitLine: {lineStyle: {color: colours.grid}}, axisPointer: {show: false}},
    tooltip: tooltip(colours, (params) => lossRows(params, colours)),
    series,
  };
}
