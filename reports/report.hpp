// The report of a sweep: a document computed once from a snapshot, written in several forms.
//
// Pure: no database, no clock, no files. The same snapshot gives the same bytes.
#pragma once

#include <string>

#include "core/json_fwd.hpp"
#include "core/records.hpp"
#include "core/result.hpp"

namespace lrsweep::reports {

// The report as JSON, schema "lrsweep.report/1" (docs/report.schema.json, docs/report.md). Stable
// key order; no NaN or Infinity (null). Suggestions are computed by finders/ from the stored
// curves.
[[nodiscard]] core::Result<core::Json> make_report(const core::Snapshot& snapshot);

// One self-contained offline page with the same document embedded: strict CSP with hashes, no
// network, all text escaped. `report` is what make_report() gave.
[[nodiscard]] std::string to_html(const core::Json& report);

// One row a rung: run, repeat, rung, lr, loss, smoothed, grad_norm, clipped_share.
[[nodiscard]] std::string to_csv(const core::Json& report);

struct TextStyle {
  int width = 80;      // columns
  bool color = false;  // ANSI colours
};

// What `lrsweep report` and the end of a range test print: verdict, peak_lr, constant_lr, band,
// advice, and the curve plotted in characters.
[[nodiscard]] std::string to_text(const core::Json& report, const TextStyle& style);

}  // namespace lrsweep::reports
