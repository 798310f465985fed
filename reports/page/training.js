// Training runs: learning curves, metric, rate, and the epochs in numbers.

const trainings = () => report.trials.flatMap((trial) => trial.runs).filter((run) => run.history.length || run.curve.update.length);
const trainingName = (run) => (trainings().length > 1 ? "run " + run.run + " " : "");

function seriesOf(run, name) {
  return run.history.filter((row) => isNumber(row[name])).map((row) => [row.update, row[name]]);
}

function batchSeries(run, name) {
  return run.curve.update.map((update, i) => [update, run.curve[name][i]]);
}

// The metric that runs are compared by, where it is no loss; else the accuracy.
function metricName() {
  const name = report.sweep.metric.name;
  return /loss$/.test(name) ? "val_accuracy" : name;
}

function learningSections() {
  const runs = trainings();
  if (!runs.length || report.sweep.kind === "range_test") return;
  linesCard("learning", runs.flatMap((run) => [
    {name: trainingName(run) + "loss of a batch", points: batchSeries(run, "loss"), thin: true},
    {name: trainingName(run) + "train_loss", points: seriesOf(run, "train_loss")},
    {name: trainingName(run) + "val_loss", points: seriesOf(run, "val_loss")},
  ]), "update", "loss", "Thin: single updates. A loss far above the others leaves the plot at its top.");
  linesCard("metric", runs.map((run) => ({name: trainingName(run) + metricName(), points: seriesOf(run, metricName())})),
    "update", metricName(), "After each validation, of samples that were not trained with.");
  linesCard("rates", runs.map((run) => ({name: trainingName(run) + "learning rate", points: batchSeries(run, "lr")})),
    "update", "learning rate", "The schedule's rate at each update.");
}

const metricCell = (value) => (isNumber(value) ? rate(value) : "–");

function trainingResult() {
  const run = trainings()[0];
  if (!run) return false;
  const metrics = run.metrics || {};
  const tiles = [];
  const name = metrics.metric;
  if (isNumber(metrics[name])) tiles.push(tile(name, metricCell(metrics[name]), "after " + plural(metrics.update, "update"), "lead"));
  if (metrics.best && isNumber(metrics.best[name])) tiles.push(tile("best " + name, metricCell(metrics.best[name]), "after " + plural(metrics.best.update, "update")));
  for (const test of ["test_accuracy", "test_loss", "test_r2"]) {
    if (isNumber(metrics[test])) tiles.push(tile(test, metricCell(metrics[test]), "once, at the end"));
  }
  if (isNumber(metrics.parameters)) tiles.push(tile("parameters", String(metrics.parameters), rate(metrics.flops_per_sample / 1e6) + " MFLOP a sample forward"));
  const good = run.state === "complete";
  const section = show("result",
    h("h2", {class: "verdict"}, h("span", {class: "badge"}, GRADES[good ? "good" : "bad"] + " " + run.state),
      h("span", {}, run.reason || "trained for " + plural(run.updates, "update") + " in " + duration(run.seconds))),
    h("dl", {class: "tiles"}, tiles), h("p", {class: "scope"}, scopeText()));
  section.classList.add(good ? "good" : "bad");
  return true;
}

function epochsSection() {
  if (report.sweep.kind === "range_test") return;
  const columns = ["epoch", "update", "lr", "train_loss", "val_loss", "val_accuracy", "grad_norm", "images_per_second"];
  show("numbers", trainings().map((run) => lazyDetails(trainingName(run) + plural(run.history.length, "row") + " of history", () => {
    const extra = [...new Set(run.history.flatMap(Object.keys))].filter((name) => !columns.includes(name));
    const used = [...columns, ...extra].filter((name) => run.history.some((row) => isNumber(row[name])));
    return h("div", {class: "scroll high", tabindex: "0", role: "region", "aria-label": "History"},
      table("History", used.map((name) => ({title: name, number: true, cell: (row) => metricCell(row[name])})), run.history));
  })));
}
