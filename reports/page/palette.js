// The page's colours, as page.css has them for the scheme in use.

const SERIES_COLOURS = 6;
const DASHES = ["solid", "dashed", "dotted"];

function palette() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue("--" + name).trim();
  return {
    ink: of("ink"), soft: of("soft"), line: of("line"), grid: of("grid"), card: of("card"),
    peak: of("peak"), edge: of("edge"), steepest: of("steepest"), peer: of("peer"),
    series: (index) => of("series-" + (1 + index % SERIES_COLOURS)),
    dash: (index) => DASHES[Math.floor(index / SERIES_COLOURS) % DASHES.length],
  };
}
