// The parts of the page in words and tables.

const KINDS = {range_test: "Learning-rate range test", train: "Training"};
const GRADES = {good: "✓", warn: "!", bad: "✕"};

function headerSection() {
  const sweep = report.sweep;
  const ended = sweep.counts.complete + sweep.counts.diverged;
  const facts = ["sweep " + sweep.id, sweep.state, ended + " of " + plural(sweep.counts.runs, "run"),
    when(sweep.created_utc)];
  if (isNumber(sweep.seconds)) facts.push(duration(sweep.seconds));
  append(byId("top"), [
    h("p", {class: "kicker"}, KINDS[sweep.kind] || sweep.kind),
    h("h1", {dir: "auto"}, sweep.name || "unnamed"),
    h("p", {class: "facts"}, facts.map((fact) => h("span", {}, fact))),
    report.notes.map((note) => h("p", {class: "note", role: "note"}, note)),
  ]);
}

function grade() {
  if (!suggestion || !isNumber(suggestion.lr)) return "bad";
  return suggestion.verdict === "ok" ? "good" : "warn";
}

const tile = (name, value, hint, look) => h("div", {class: "tile " + (look || "")},
  h("dt", {}, name), h("dd", {class: value.length > 9 && look !== "lead" ? "small" : ""}, value), h("p", {}, hint));

function rateTiles() {
  const tiles = [tile("peak_lr", rate(suggestion.lr), "peak of a schedule with warm-up and decay", "lead"),
    tile("constant_lr", rate(suggestion.constant_lr), "for training at one rate")];
  if (suggestion.seeds > 1 && isNumber(suggestion.low)) {
    tiles.push(tile("band over " + plural(suggestion.seeds, "seed"), rate(suggestion.low) + " – " + rate(suggestion.high),
      suggestion.width_decades.toFixed(2) + " decades wide"));
  }
  tiles.push(tile("edge", rate(suggestion.edge), "largest stable rate"));
  tiles.push(tile("steepest", rate(suggestion.steepest), "where the loss falls fastest"));
  return h("dl", {class: "tiles"}, tiles);
}

// What the number was measured with: it holds for that only.
function scopeText() {
  const spec = report.sweep.spec || {};
  const part = (section, key) => (spec[section] || {})[key];
  const facts = [part("model", "name"), part("data", "source"), part("optimizer", "name")].filter(Boolean);
  if (isNumber(part("train", "batch_size"))) facts.push("batch " + part("train", "batch_size"));
  if (isNumber(part("optimizer", "weight_decay"))) facts.push("weight decay " + part("optimizer", "weight_decay"));
  if (isNumber(part("optimizer", "momentum"))) facts.push("momentum " + part("optimizer", "momentum"));
  return facts.length ? "Measured with " + facts.join(", ") + "." : "";
}

function resultSection() {
  if (report.sweep.kind !== "range_test" && trainingResult()) return;
  if (!suggestion) {
    const running = report.sweep.state === "running";
    show("result", h("h2", {class: "verdict"}, "No result yet"),
        h("p", {class: "advice"}, report.sweep.kind === "range_test" ? "No run of this sweep has given a whole curve. " : "No run has measured anything yet. ", running ? "It is running; make this page again later: " : "Continue it: ",
        h("code", {}, "lrsweep " + (running ? "report " : "resume ") + report.sweep.id)));
    return;
  }
  const section = show("result",
    h("h2", {class: "verdict"}, h("span", {class: "badge"}, GRADES[grade()] + " " + suggestion.verdict), h("span", {}, suggestion.headline)),
    isNumber(suggestion.lr) && rateTiles(),
    h("p", {class: "advice"}, suggestion.advice),
    h("p", {class: "scope"}, scopeText()));
  section.classList.add(grade());
}

function stateCell(state) {
  return h("span", {class: "state " + (/^[a-z]+$/.test(state) ? state : "")}, state);
}

function runsSection() {
  const runs = report.trials.flatMap((trial) => trial.runs);
  if (!runs.length) return;
  const curveOf = (run) => report.curves.find((curve) => curve.run === run.run);
  const own = (run, key) => { const curve = curveOf(run); return curve && curve.suggestion ? rate(curve.suggestion[key]) : "–"; };
  const why = (run) => { const curve = curveOf(run); return run.reason || (curve && curve.stopped_why) || "–"; };
  const lastMessage = (run) => run.attempts.map((attempt) => attempt.message).filter(Boolean).pop();
  const columns = [
    {title: "run", number: true, cell: (run) => run.repeat},
    {title: "seed", number: true, cell: (run) => run.seed},
    {title: "state", cell: (run) => stateCell(run.state)},
    ...(report.sweep.kind !== "range_test" ? [] : [
      {title: "peak_lr", number: true, cell: (run) => own(run, "lr")},
      {title: "edge", number: true, cell: (run) => own(run, "edge")}]),
    {title: "updates", number: true, cell: (run) => run.updates},
    {title: "time", number: true, cell: (run) => duration(run.seconds)},
    {title: "attempts", number: true, cell: (run) => run.attempts.length},
    {title: "how it ended", wide: true, cell: (run) => [why(run), lastMessage(run) ? " (" + lastMessage(run) + ")" : ""]},
  ];
  show("runs", h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Runs"}, table("Runs", columns, runs)));
}

function curveTable(curve) {
  const at = (values) => (i) => rate(values[i]);
  const columns = [
    {title: "rung", number: true, cell: (i) => curve.rung[i]},
    {title: "lr", number: true, cell: at(curve.lr)},
    {title: "loss", number: true, cell: at(curve.loss)},
    {title: "smoothed", number: true, cell: at(curve.smoothed)},
    {title: "gradient norm", number: true, cell: at(curve.grad_norm)},
    {title: "clipped", number: true, cell: (i) => (isNumber(curve.clipped_share[i]) ? Math.round(100 * curve.clipped_share[i]) + " %" : "–")},
  ];
  const rows = curve.lr.map((lr, i) => i);
  return h("div", {class: "scroll high", tabindex: "0", role: "region", "aria-label": "Rungs of " + runName(curve)},
    table("Rungs of " + runName(curve), columns, rows));
}

// Hundreds of rows that few people open: made when they do.
function lazyDetails(title, content) {
  const details = h("details", {}, h("summary", {}, title));
  details.addEventListener("toggle", () => { if (details.childElementCount === 1) append(details, content()); });
  return details;
}

function numbersSection() {
  if (!report.curves.length) return;
  show("numbers", report.curves.map((curve) => lazyDetails(
    runName(curve) + ": " + plural(curve.lr.length, "rung") + (curve.stopped_why ? ", " + curve.stopped_why : ""),
    () => curveTable(curve))));
}

function reproduceSection() {
  const argv = (report.environment || {}).argv;
  const words = Array.isArray(argv) ? argv.map(String) : null;
  const command = words && words.length ? words.map(shellWord) : ["lrsweep", "range-test", "--config", "spec.json"];
  show("reproduce", h("pre", {}, command.map((word) => [h("span", {class: "piece"}, word), " "])),
    words ? null : h("p", {class: "caption"}, "with the spec below as spec.json"),
    h("details", {}, h("summary", {}, "The whole spec, defaults included"), h("pre", {}, JSON.stringify(report.sweep.spec, null, 2))));
}

// {"a": {"b": 1}} as [["a.b", "1"]]
function pairs(value, path) {
  if (Array.isArray(value)) {
    const flat = value.every((one) => one === null || typeof one !== "object");
    if (flat) return [[path, value.map(String).join(", ")]];
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([key, one]) => pairs(one, path ? path + "." + key : key));
  }
  return [[path, String(value)]];
}

function aboutSection() {
  const rows = pairs(report.environment, "").filter(([key, value]) => !/^argv\b/.test(key) && value !== "null" && value !== "");
  rows.push(["report made", when(report.generated_utc)]);
  show("about", h("dl", {class: "pairs"}, rows.map(([key, value]) => [h("dt", {}, key), h("dd", {}, value)])));
}
