#include "reports/training_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "reports/line_plot.hpp"
#include "reports/text_style.hpp"

namespace lrsweep::reports {
namespace {

using Row = std::vector<std::string>;

// Every so many epochs, so that a long run stays a short table.
constexpr std::size_t kMostRows = 25;

// Columns after "epoch" and "update", in this order, where a run has them.
constexpr std::string_view kColumns[] = {
    "lr",      "train_loss", "val_loss", "val_accuracy", "val_top5",      "val_f1",
    "val_mse", "val_mae",    "val_r2",   "test_loss",    "test_accuracy", "test_top5",
    "test_f1", "test_mse",   "test_mae", "test_r2",      "grad_norm",     "images_per_second"};

std::string cell(const core::Json& value) {
  return value.is_number() ? fmt::format("{:.4g}", value.get<double>()) : "";
}

bool has_values(const core::Json& history, std::string_view name) {
  return std::any_of(history.begin(), history.end(), [&](const core::Json& row) {
    const auto found = row.find(std::string(name));
    return found != row.end() && found->is_number();
  });
}

std::vector<std::string> columns_of(const core::Json& history) {
  std::vector<std::string> columns;
  for (const auto name : kColumns) {
    if (has_values(history, name)) columns.emplace_back(name);
  }
  return columns;
}

std::vector<Row> rows_of(const core::Json& history) {
  const auto columns = columns_of(history);
  Row head{"epoch", "update"};
  head.insert(head.end(), columns.begin(), columns.end());
  std::vector<Row> rows{head};
  const std::size_t step = (history.size() + kMostRows - 1) / kMostRows;
  for (std::size_t i = 0; i < history.size(); ++i) {
    // The last row is always there.
    if ((history.size() - 1 - i) % step != 0) continue;
    Row row{cell(history[i]["epoch"]), std::to_string(history[i]["update"].get<std::int64_t>())};
    for (const auto& name : columns) row.push_back(cell(history[i].value(name, core::Json())));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
    }
    out += "\n";
  }
  return out;
}

std::string text_at(const core::Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string()
             ? core::printable(found->get_ref<const std::string&>())
             : "";
}

// "val_accuracy 0.912 after 2110 updates (best 0.915 after 1688)".
std::string result_line(const core::Json& metrics, const TextStyle& style) {
  const auto metric = text_at(metrics, "metric");
  if (metric.empty() || !metrics.contains(metric)) return "";
  auto line = inked(fmt::format("{} {}", metric, cell(metrics[metric])), Ink::kBold, style.color);
  const auto best = metrics.find("best");
  if (best != metrics.end() && best->is_object() && best->contains(metric)) {
    line += fmt::format(" (best {} after {} updates)", cell((*best)[metric]),
                        best->value("update", std::int64_t{0}));
  }
  if (metrics.contains("test_loss")) {
    const bool shares = metrics.contains("test_accuracy");
    const char* name = shares ? "test_accuracy" : "test_loss";
    line += ", " + inked(fmt::format("{} {}", name, cell(metrics[name])), Ink::kBold, style.color);
  }
  return line + "\n";
}

std::string size_line(const core::Json& metrics) {
  const auto parameters = metrics.find("parameters");
  if (parameters == metrics.end() || !parameters->is_number_integer()) return "";
  const auto flops = metrics.value("flops_per_sample", std::int64_t{0});
  return fmt::format("{} parameters, {:.3g} MFLOP a sample forward\n",
                     parameters->get<std::int64_t>(), static_cast<double>(flops) / 1e6);
}

std::string loss_plot(const core::Json& run, const TextStyle& style) {
  PlotLine train{.name = "train loss of a batch", .x = {}, .y = {}};
  PlotLine validation{.name = "val_loss", .x = {}, .y = {}};
  const core::Json& curve = run["curve"];
  for (std::size_t i = 0; i < std::min(curve["update"].size(), curve["loss"].size()); ++i) {
    if (!curve["loss"][i].is_number()) continue;
    train.x.push_back(curve["update"][i].get<double>());
    train.y.push_back(curve["loss"][i].get<double>());
  }
  for (const core::Json& row : run["history"]) {
    if (!row["val_loss"].is_number()) continue;
    validation.x.push_back(row["update"].get<double>());
    validation.y.push_back(row["val_loss"].get<double>());
  }
  std::vector<PlotLine> lines{std::move(train)};
  if (!validation.x.empty()) lines.insert(lines.begin(), std::move(validation));
  return line_plot(lines, {"loss against update"}, style);
}

}  // namespace

std::string training_text(const core::Json& report, const TextStyle& style) {
  std::string out;
  for (const core::Json& trial : report["trials"]) {
    for (const core::Json& run : trial["runs"]) {
      if (!run["history"].empty()) out += table(rows_of(run["history"])) + "\n";
      const auto reason = text_at(run, "reason");
      if (!reason.empty()) out += fmt::format("{}: {}\n", text_at(run, "state"), reason);
      const core::Json& metrics = run["metrics"];
      if (metrics.is_object()) out += result_line(metrics, style) + size_line(metrics);
      const auto plot = loss_plot(run, style);
      if (!plot.empty()) out += "\n" + plot;
    }
  }
  return out.empty() ? "No run has measured anything yet.\n" : out;
}

}  // namespace lrsweep::reports
