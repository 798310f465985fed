// Numbers and times for people: three digits; the embedded document has the exact ones.

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// 0.0836, 1.2e-5, 340, 12345
function rate(value) {
  if (!isNumber(value)) return "–";
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  if (size < -4 || size >= 5) {
    return value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
  }
  return size >= 3 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

// 1e-5, 0.001, 1: a decade on an axis, and nothing for a value between two decades
function decade(value) {
  const power = Math.log10(value);
  if (Math.abs(power - Math.round(power)) > 1e-6) return "";
  return "1e" + Math.round(power);
}

function plural(count, word) {
  return count + " " + word + (count === 1 ? "" : "s");
}

function duration(seconds) {
  if (!isNumber(seconds)) return "–";
  if (seconds < 60) return (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + " s";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes + " min";
  return Math.floor(minutes / 60) + " h " + (minutes % 60) + " min";
}

// 2026-12-01 09:30 UTC
function when(utc) {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(utc || "");
  return match ? match[1] + " " + match[2] + " UTC" : utc || "–";
}

// One word of a POSIX shell's command line.
function shellWord(word) {
  return /^[A-Za-z0-9_@%+=:,.\/-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
}
