// Puts the page together.

function legendButton(sign, name, pressed, toggle) {
  const button = h("button", {type: "button", "aria-pressed": String(pressed)}, sign, name);
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    toggle(on);
  });
  return button;
}

function sign(colour, width, opacity) {
  const line = svg("line", {x1: 0, y1: 5, x2: 18, y2: 5, stroke: colour, "stroke-width": width, "stroke-opacity": opacity});
  return svg("svg", {width: 18, height: 10, "aria-hidden": "true"}, line);
}

function lossLegend(draw) {
  const buttons = report.curves.map((curve, index) => legendButton(
    sign("var(--series-" + (1 + index % SERIES_COLOURS) + ")", 3, 1), runName(curve), true, (on) => {
      if (on) lossView.hidden.delete(curve.run); else lossView.hidden.add(curve.run);
      draw();
    }));
  buttons.push(legendButton(sign("var(--soft)", 1.2, 1), "raw losses", lossView.raw, (on) => { lossView.raw = on; draw(); }));
  if (report.curves.length > 1) {
    buttons.push(legendButton(sign("var(--soft)", 9, 0.35), "band over runs", lossView.band, (on) => { lossView.band = on; draw(); }));
  }
  if (peerRates().length) buttons.push(legendButton(diamond(), "other tools", lossView.peers, (on) => { showPeers(on); draw(); }));
  append(document.querySelector("#loss .legend"), buttons);
}

function diamond() {
  const shape = svg("path", {d: "M6 1 L11 6 L6 11 L1 6 Z", fill: "none", stroke: "var(--peer)", "stroke-width": 2});
  return svg("svg", {width: 12, height: 12, "aria-hidden": "true"}, shape);
}

function showPeers(on) {
  lossView.peers = on;
  const box = document.querySelector("#loss .peers");
  box.hidden = !on;
  if (!on || box.childElementCount) return;
  const columns = [{title: "tool and method", cell: (peer) => peer.name},
    {title: "rate", number: true, cell: (peer) => (isNumber(peer.lr) ? rate(peer.lr) : "none")}];
  append(box, h("p", {class: "caption"}, "What other tools' rules say of the same curves (median over seeds), the diamonds on the axis:"));
  append(box, h("div", {class: "scroll"}, table("Suggestions of other tools", columns, peerRates())));
}

function lossCaption() {
  const parts = ["Thick: smoothed; thin: the loss of each update, before the step at that rate."];
  if (suggestion && suggestion.low < suggestion.high) parts.push("Green: the runs' own suggestions.");
  if (report.curves.some(diverged)) parts.push("▲ marks where a run diverged; losses above the scale are cut off.");
  return parts.join(" ");
}

function lossSection() {
  if (!report.curves.length) return;
  const section = show("loss");
  const {draw} = liveChart("loss-chart", lossOption);
  lossLegend(draw);
  append(section.querySelector(".caption"), lossCaption());
  const result = suggestion && isNumber(suggestion.lr) ? "suggested peak rate " + rate(suggestion.lr) : "no rate suggested";
  byId("loss-chart").setAttribute("aria-label", "Line chart of the loss of " + plural(report.curves.length, "run") +
    " against the learning rate on a log scale; " + result + ". The numbers are in tables below.");
}

function gradientSection() {
  if (!report.curves.some((curve) => curve.grad_norm.some((norm) => norm > 0))) return;
  const section = show("gradient");
  liveChart("gradient-chart", gradientOption);
  append(section.querySelector(".caption"), "L2 norm over all parameters, before clipping.");
  byId("gradient-chart").setAttribute("aria-label",
    "Line chart of the gradient norm against the learning rate, both on log scales. The numbers are in tables below.");
}

headerSection();
resultSection();
lossSection();
gradientSection();
learningSections();
runsSection();
numbersSection();
epochsSection();
reproduceSection();
aboutSection();
