#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/json.hpp"
#include "core/text.hpp"
#include "finders/schedules/presets.hpp"
#include "finders/schedules/registry.hpp"
#include "finders/schedules/schedule.hpp"
#include "finders/schedules/spec_schedule.hpp"
#include "reports/line_plot.hpp"
#include "reports/schedule_page.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

using core::Json;
using Numbers = std::vector<double>;

constexpr double kMostUpdates = 10'000'000;

void declare(options::options_description& table) {
  table.add_options()("schedule",
                      options::value<std::vector<std::string>>()->value_name("NAME|JSON"),
                      "schedule or preset; several are shown together")(
      "warmup", text_value("N|Nep|N%|JSON"), "updates in which the rate rises; 0 is none")(
      "lr", text_value("X"), "peak rate (1)")("updates", text_value("N"),
                                              "length of the run (1000)")(
      "epochs", text_value("X"), "length in epochs, with --updates-per-epoch")(
      "updates-per-epoch", text_value("N"), "what an epoch is; needed for lengths in epochs")(
      "metric-values", text_value("X,X,…"), "plateau: the metric after each epoch, nan where none")(
      "list", "all schedules with their parameters, and the presets")(
      "html", text_value("FILE"), "also a page with the curves (- for stdout)")(
      "format", text_value("text|json|csv"),
      "json: {\"lr\": […], \"momentum\": […]}; csv: a row an update");
}

core::Failure usage(std::string message) {
  return core::fail(core::ErrorKind::kUsage, std::move(message));
}

// The number of an option, or `fallback`; kUsage where it is none above 0.
core::Result<double> number_option(const Arguments& arguments, const char* name, double fallback) {
  const auto text = text_of(arguments, name);
  if (text.empty()) return fallback;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && std::isfinite(value) && value > 0) return value;
  return usage(fmt::format("--{} is {}; allowed: a number above 0", name, core::quoted(text)));
}

core::Result<Numbers> metric_values(const Arguments& arguments) {
  const auto text = text_of(arguments, "metric-values");
  Numbers values;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find(',', start), text.size());
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data() + start, text.data() + end, value);
    if (error != std::errc() || stop != text.data() + end) {
      return usage(
          fmt::format("--metric-values is {}; allowed: numbers (or nan) with commas between",
                      core::quoted(text)));
    }
    values.push_back(value);
    start = end + 1;
  }
  return values;
}

core::Result<finders::ScheduleRun> run_of(const Arguments& arguments, std::size_t metrics) {
  const auto lr = number_option(arguments, "lr", 1);
  const auto per_epoch = number_option(arguments, "updates-per-epoch", 0);
  const auto epochs = number_option(arguments, "epochs", 0);
  for (const auto* value : {&lr, &per_epoch, &epochs}) {
    if (!*value) return core::Failure(value->error());
  }
  if (*epochs > 0 && *per_epoch == 0) return usage("--epochs needs --updates-per-epoch");
  // With metrics alone, an update stands for an epoch.
  const double usual = *epochs > 0   ? std::round(*epochs * *per_epoch)
                       : metrics > 0 ? static_cast<double>(metrics) * std::max(*per_epoch, 1.0)
                                     : 1000;
  const auto updates = number_option(arguments, "updates", usual);
  if (!updates) return core::Failure(updates.error());
  if (*updates > kMostUpdates || *updates != std::floor(*updates)) {
    return usage(fmt::format("--updates is {}; allowed: a whole number up to {}",
                             core::number_text(*updates), core::number_text(kMostUpdates)));
  }
  return finders::ScheduleRun{
      .lr = *lr, .updates = static_cast<std::int64_t>(*updates), .updates_per_epoch = *per_epoch};
}

// NAME, preset or JSON, with the warm-up that was asked for.
core::Result<Json> schedule_of(const Arguments& arguments, const std::string& text) {
  const auto* preset = finders::find_preset(text);
  Json json = preset != nullptr ? Json::parse(preset->json) : Json{{"name", text}};
  if (preset == nullptr && text.starts_with("{")) {
    auto parsed = core::parse_json(text, "--schedule");
    if (!parsed) return usage(parsed.error().message);
    json = *std::move(parsed);
  }
  const auto warmup = text_of(arguments, "warmup");
  if (warmup.empty() || !json.is_object()) return json;
  auto parsed = core::parse_json(warmup, "--warmup");
  json["warmup"] = parsed ? *std::move(parsed) : Json(warmup);
  return json;
}

reports::ScheduleSeries series_of(const std::string& name, finders::Schedule schedule,
                                  const finders::ScheduleRun& run, const Numbers& metrics) {
  reports::ScheduleSeries series{.name = name, .lr = {}, .momentum = {}};
  const double per_epoch = std::max(run.updates_per_epoch, 1.0);
  std::size_t told = 0;
  for (std::int64_t t = 0; t < run.updates; ++t) {
    const auto epoch = static_cast<std::size_t>(static_cast<double>(t) / per_epoch);
    while (told < std::min(epoch, metrics.size())) schedule.epoch_ended(metrics[told++]);
    series.lr.push_back(schedule.lr(t));
    series.momentum.push_back(schedule.momentum(t));
  }
  return series;
}

struct Preview {
  reports::SchedulePreview shown;
  std::vector<std::string> warnings;
};

void add_warnings(Preview& preview, const std::string& name,
                  const std::vector<std::string>& warnings) {
  for (const auto& warning : warnings) {
    preview.warnings.push_back(fmt::format("{}: {}", core::printable(name), warning));
  }
}

core::Result<Preview> preview_of(const Arguments& arguments,
                                 const std::vector<std::string>& names) {
  const auto metrics = metric_values(arguments);
  if (!metrics) return core::Failure(metrics.error());
  const auto run = run_of(arguments, metrics->size());
  if (!run) return core::Failure(run.error());
  Preview preview;
  preview.shown.updates_per_epoch = run->updates_per_epoch;
  for (const auto& name : names) {
    const auto json = schedule_of(arguments, name);
    if (!json) return core::Failure(json.error());
    const auto schedule = finders::make_schedule(*json, *run, "--schedule");
    if (!schedule) return core::Failure(schedule.error());
    if (!metrics->empty() && !schedule->needs_metric()) {
      return usage(fmt::format("--metric-values: {} follows no metric; allowed with plateau",
                               core::quoted(name)));
    }
    add_warnings(preview, name, finders::schedule_warnings(*schedule, *run));
    add_warnings(preview, name, finders::duration_warnings(*json, *run));
    preview.shown.series.push_back(series_of(name, *schedule, *run, *metrics));
  }
  return preview;
}

Json to_json(const reports::ScheduleSeries& series) {
  Json momentum = Json::array();
  for (const auto& value : series.momentum) momentum.push_back(core::json_number(value));
  const bool any = std::any_of(series.momentum.begin(), series.momentum.end(),
                               [](const auto& value) { return value.has_value(); });
  return {{"lr", series.lr}, {"momentum", any ? momentum : Json(nullptr)}};
}

// One schedule is the object itself, several are by name.
Json to_json(const reports::SchedulePreview& preview) {
  if (preview.series.size() == 1) return to_json(preview.series.front());
  Json json = Json::object();
  for (const auto& series : preview.series) json[series.name] = to_json(series);
  return json;
}

std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

std::string to_csv(const reports::SchedulePreview& preview) {
  std::string out = "schedule,update,epoch,lr,momentum\n";
  for (const auto& series : preview.series) {
    for (std::size_t t = 0; t < series.lr.size(); ++t) {
      const double epochs = preview.updates_per_epoch;
      out += fmt::format("{},{},{},{},{}\n", csv_cell(series.name), t,
                         epochs > 0 ? core::number_text(static_cast<double>(t) / epochs) : "",
                         core::number_text(series.lr[t]),
                         series.momentum[t] ? core::number_text(*series.momentum[t]) : "");
    }
  }
  return out;
}

std::string points_table(const reports::SchedulePreview& preview) {
  std::vector<std::vector<std::string>> rows{
      {"schedule", "updates", "first", "peak", "at update", "half-way", "last"}};
  for (const auto& series : preview.series) {
    const auto peak = std::max_element(series.lr.begin(), series.lr.end());
    rows.push_back({series.name, std::to_string(series.lr.size()),
                    fmt::format("{:.4g}", series.lr.front()), fmt::format("{:.4g}", *peak),
                    std::to_string(peak - series.lr.begin()),
                    fmt::format("{:.4g}", series.lr[series.lr.size() / 2]),
                    fmt::format("{:.4g}", series.lr.back())});
  }
  return text_table(rows);
}

std::string to_text(const reports::SchedulePreview& preview, const reports::TextStyle& style) {
  std::vector<reports::PlotLine> lines;
  for (const auto& series : preview.series) {
    reports::PlotLine line{.name = series.name, .x = {}, .y = series.lr};
    for (std::size_t t = 0; t < series.lr.size(); ++t) line.x.push_back(static_cast<double>(t));
    lines.push_back(std::move(line));
  }
  const auto plot = reports::line_plot(lines, {"rate against update"}, style);
  return plot + (plot.empty() ? "" : "\n") + points_table(preview);
}

std::string list_text() {
  std::vector<std::vector<std::string>> rows{{"schedule", "what it does", "parameters (defaults)"}};
  for (const auto& entry : finders::schedules()) {
    rows.push_back({std::string(entry.name), std::string(entry.help), std::string(entry.params)});
  }
  std::vector<std::vector<std::string>> presets{{"preset", "source", "schedule"}};
  for (const auto& preset : finders::schedule_presets()) {
    presets.push_back(
        {std::string(preset.name), std::string(preset.source), std::string(preset.json)});
  }
  return text_table(rows) +
         "\nEach takes \"warmup\": 100 (updates), \"2ep\", \"5%\", or {\"updates\": …, \"shape\": "
         "linear|cosine|exponential|constant, \"start_factor\": …}.\n\n" +
         text_table(presets);
}

std::vector<std::string> names_of(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const char* option : {"name", "schedule"}) {
    if (arguments.count(option) == 0) continue;
    const auto& given = arguments[option].as<std::vector<std::string>>();
    names.insert(names.end(), given.begin(), given.end());
  }
  return names;
}

core::Result<void> print_preview(const Arguments& arguments, const Preview& preview,
                                 const std::string& format) {
  const auto text = to_text(preview.shown, {});
  if (const auto file = text_of(arguments, "html"); !file.empty()) {
    auto written = write_output(file, reports::schedule_page(preview.shown, text));
    if (!written || file == "-") return written;
    note(arguments, "page: " + file);
  }
  if (format == "json") return print_json(to_json(preview.shown));
  if (format == "csv") return print(to_csv(preview.shown));
  return print(to_text(preview.shown, text_style(arguments)));
}

core::Result<int> run(const Arguments& arguments) {
  const auto format = text_of(arguments, "format", "text");
  if (format != "text" && format != "json" && format != "csv") {
    return usage(fmt::format("--format is {}; allowed: text, json, csv", core::quoted(format)));
  }
  const auto names = names_of(arguments);
  if (names.empty() || arguments.count("list") != 0) {
    return print(list_text()).map([] { return 0; });
  }
  const auto preview = preview_of(arguments, names);
  if (!preview) return core::Failure(preview.error());
  for (const auto& warning : preview->warnings) note(arguments, "warning: " + warning);
  return print_preview(arguments, *preview, format).map([] { return 0; });
}

}  // namespace

Command schedule_command() {
  return {
      .name = "schedule",
      .summary = "Show how a schedule's rate goes: plot, numbers, page; list schedules and presets",
      .usage = "[NAME|PRESET|JSON] [options]",
      .examples =
          "  lrsweep schedule                              all schedules and presets\n"
          "  lrsweep schedule one_cycle --lr 0.1 --updates 2000\n"
          "  lrsweep schedule '{\"name\": \"step\", \"every\": \"30ep\"}' --epochs 90 "
          "--updates-per-epoch 100\n"
          "  lrsweep schedule cosine --warmup 5% --schedule wsd --html schedules.html\n"
          "  lrsweep schedule plateau --metric-values 1,0.9,nan,0.95 --format json\n",
      .positional = {"name"},
      .declare = declare,
      .run = run};
}

}  // namespace lrsweep::cli
