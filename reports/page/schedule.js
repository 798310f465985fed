// Rates and momenta of one or more schedules against updates.

const report = JSON.parse(byId("report").textContent);

function linesOf(values) {
  return report.series.map((one) => ({name: one.name, points: one[values].map((value, t) => [t, value])}));
}

function pointsSection() {
  const quarter = (one, share) => rate(one.lr[Math.round(share * (one.lr.length - 1))]);
  const columns = [{title: "schedule", wide: true, cell: (one) => one.name},
    {title: "updates", number: true, cell: (one) => one.lr.length},
    {title: "first", number: true, cell: (one) => quarter(one, 0)},
    {title: "peak", number: true, cell: (one) => rate(one.lr.reduce((a, b) => Math.max(a, b), 0))},
    {title: "half-way", number: true, cell: (one) => quarter(one, 0.5)},
    {title: "last", number: true, cell: (one) => quarter(one, 1)}];
  show("numbers", h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Points"}, table("Points", columns, report.series)));
}

append(byId("top"), [h("p", {class: "kicker"}, "Learning-rate schedules"),
  h("h1", {}, report.series.map((one) => one.name).join(", "))]);
linesCard("rates", linesOf("lr"), "update", "learning rate", "The rate of each update, counted from 0.");
linesCard("momentum", linesOf("momentum"), "update", "momentum", "Momentum, or beta1, where the schedule moves it.");
pointsSection();
