// The report, and what the charts need to know of it beyond the document.

const report = JSON.parse(byId("report").textContent);
const suggestion = report.suggestion;
// Points before divergence (all of them without one): those that the scale is made for. A run that was
// told not to stop goes on after them.
function stablePoints(curve) {
  const smoothed = curve.smoothed.findIndex((value) => value === null);
  if (smoothed > 0) return smoothed;
  const stopped = curve.stopped === "diverged" || curve.stopped === "not_finite";
  return curve.lr.length - (stopped ? 1 : 0);
}

const diverged = (curve) => stablePoints(curve) < curve.lr.length;
const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const greatest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

function stableLosses(curve) {
  return curve.loss.slice(0, stablePoints(curve)).filter(isNumber);
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

// The scale holds the smoothed curves and nearly all stable losses. What lies above (a divergence
// of 1e30, a spike) is cut off at the top and marked there.
function lossRange(curves) {
  const smoothed = curves.flatMap((curve) => curve.smoothed.filter(isNumber));
  const stable = curves.flatMap(stableLosses).sort((a, b) => a - b);
  if (!stable.length) return {low: 0, high: 1};
  const low = Math.min(stable[0], least(smoothed));
  const core = Math.max(quantile(stable, 0.9), greatest(smoothed));
  const high = Math.min(stable[stable.length - 1], core + 0.35 * (core - low));
  const margin = 0.06 * (high - low) || Math.abs(high) * 0.1 || 0.5;
  return {low: low - margin, high: high + margin};
}

function rateRange(curves) {
  const rates = curves.flatMap((curve) => curve.lr).filter((lr) => isNumber(lr) && lr > 0);
  if (!rates.length) return {low: 1e-6, high: 1};
  const low = least(rates);
  const high = greatest(rates);
  return low < high ? {low, high} : {low: low / 3, high: high * 3};
}

// Smallest and largest smoothed loss of the runs at each rate that two or more of them tried.
function seedBand(curves) {
  const byRate = new Map();
  for (const curve of curves) {
    curve.lr.forEach((lr, i) => {
      const value = curve.smoothed[i];
      if (!isNumber(value)) return;
      const at = byRate.get(lr) || {lr, low: value, high: value, count: 0};
      byRate.set(lr, {lr, low: Math.min(at.low, value), high: Math.max(at.high, value), count: at.count + 1});
    });
  }
  return [...byRate.values()].filter((at) => at.count > 1).sort((a, b) => a.lr - b.lr);
}

const runName = (curve) => "run " + curve.repeat;

// The rates that other tools would give: [{name, lr}], those that give one.
function peerRates() {
  const rates = [];
  for (const [tool, methods] of Object.entries((suggestion && suggestion.methods) || {})) {
    for (const [method, lr] of Object.entries(methods)) {
      rates.push({name: method === "lr" ? tool : tool + " " + method, lr});
    }
  }
  return rates;
}
