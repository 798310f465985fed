#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/words.hpp"
#include "reports/json_text.hpp"
#include "reports/sections.hpp"

namespace lrsweep::reports {
namespace {

// Series that every row of a run's history has, null where there is no value; a row has whatever
// else was measured there as well.
constexpr std::string_view kHistoryNames[] = {"epoch", "lr", "train_loss", "val_loss",
                                              "val_accuracy"};
// Series of single updates, which make up its curve.
constexpr std::string_view kBatch = "batch_";

core::Result<core::Json> attempt_object(const core::AttemptRecord& attempt) {
  auto devices = column_value(attempt.devices_json, "attempts.devices_json");
  if (!devices) return devices;
  core::Json object;
  object["number"] = attempt.number;
  object["cause"] = attempt.cause ? core::Json(core::to_text(*attempt.cause)) : core::Json(nullptr);
  object["message"] = text_or_null(attempt.message);
  object["exit_code"] = attempt.exit_code ? core::Json(*attempt.exit_code) : core::Json(nullptr);
  object["signal"] = attempt.signal ? core::Json(*attempt.signal) : core::Json(nullptr);
  object["devices"] = *std::move(devices);
  object["host"] = text_or_null(attempt.host);
  object["started_utc"] = text_or_null(attempt.started_utc);
  object["seconds"] = core::json_number(attempt.seconds);
  object["log"] = text_or_null(attempt.log_path);
  return object;
}

// One object an update, with every series that has a value there (null where it has none).
core::Json history(const std::vector<core::MetricRecord>& metrics) {
  std::map<std::int64_t, std::map<std::string_view, double>> by_update;
  for (const core::MetricRecord& metric : metrics) {
    if (!metric.name.starts_with(kBatch)) by_update[metric.update][metric.name] = metric.value;
  }
  core::Json list = core::Json::array();
  for (const auto& [update, values] : by_update) {
    core::Json row;
    row["update"] = update;
    for (const std::string_view name : kHistoryNames) {
      const auto value = values.find(name);
      row[std::string(name)] =
          value == values.end() ? core::Json(nullptr) : core::json_number(value->second);
    }
    for (const auto& [name, value] : values) {
      if (!row.contains(name)) row[std::string(name)] = core::json_number(value);
    }
    list.push_back(std::move(row));
  }
  return list;
}

// Rate and loss of single updates, as columns.
core::Json batch_curve(const std::vector<core::MetricRecord>& metrics) {
  core::Json updates = core::Json::array();
  core::Json lr = core::Json::array();
  core::Json loss = core::Json::array();
  for (const core::MetricRecord& metric : metrics) {
    if (metric.name == "batch_lr") {
      updates.push_back(metric.update);
      lr.push_back(core::json_number(metric.value));
    } else if (metric.name == "batch_loss") {
      loss.push_back(core::json_number(metric.value));
    }
  }
  return {{"update", updates}, {"lr", lr}, {"loss", loss}};
}

core::Result<core::Json> run_object(const core::RunSnapshot& run) {
  const std::string where = fmt::format("run {}: runs.metrics_json", run.run.id.value);
  auto metrics = column_value(run.run.metrics_json, where);
  if (!metrics) return metrics;
  core::Json object;
  object["run"] = run.run.id.value;
  object["repeat"] = run.run.repeat;
  object["fold"] = run.run.fold;
  object["seed"] = run.run.seed;
  object["state"] = core::to_text(run.run.state);
  object["reason"] = text_or_null(run.run.reason);
  object["updates"] = run.run.updates_done;
  object["seconds"] = core::json_number(run.run.train_seconds);
  object["metrics"] = *std::move(metrics);
  object["history"] = history(run.metrics);
  object["curve"] = batch_curve(run.metrics);
  object["attempts"] = core::Json::array();
  for (const core::AttemptRecord& attempt : run.attempts) {
    auto value = attempt_object(attempt);
    if (!value) return value;
    object["attempts"].push_back(*std::move(value));
  }
  return object;
}

// Null where the trial has no score, as in every range test.
core::Json score_object(const core::TrialRecord& trial, const core::Json& runs,
                        const std::string& metric) {
  if (!trial.score_mean) return nullptr;
  core::Json values = core::Json::array();
  for (const core::Json& run : runs) {
    const core::Json& metrics = run["metrics"];
    const auto value = metrics.is_object() ? metrics.find(metric) : metrics.end();
    values.push_back(value != metrics.end() && value->is_number() ? *value : core::Json(nullptr));
  }
  return {{"mean", core::json_number(trial.score_mean)},
          {"std", core::json_number(trial.score_std)},
          {"n", values.size()},
          {"values", values}};
}

core::Result<core::Json> trial_object(const core::TrialSnapshot& trial, const std::string& metric) {
  const core::TrialRecord& record = trial.trial;
  const std::string where = fmt::format("trial {}: trials.params_json", record.number);
  auto params = column_value(record.params_json, where);
  if (!params) return params;
  core::Json object;
  object["number"] = record.number;
  object["params"] = *std::move(params);
  object["state"] = core::to_text(record.state);
  object["rank"] = record.rank ? core::Json(*record.rank) : core::Json(nullptr);
  core::Json runs = core::Json::array();
  core::Json reason = nullptr;
  for (const core::RunSnapshot& run : trial.runs) {
    auto value = run_object(run);
    if (!value) return value;
    if (reason.is_null()) reason = (*value)["reason"];
    runs.push_back(*std::move(value));
  }
  object["score"] = score_object(record, runs, metric);
  object["reason"] = std::move(reason);
  object["runs"] = std::move(runs);
  return object;
}

}  // namespace

core::Result<core::Json> trials_section(const core::Snapshot& snapshot) {
  core::Json section = core::Json::array();
  for (const core::TrialSnapshot& trial : snapshot.trials) {
    auto value = trial_object(trial, snapshot.sweep.metric);
    if (!value) return value;
    section.push_back(*std::move(value));
  }
  return section;
}

core::Result<core::Json> events_section(const core::Snapshot& snapshot) {
  core::Json section = core::Json::array();
  for (const core::EventRecord& event : snapshot.events) {
    auto detail = column_value(event.detail_json, "events.detail_json");
    if (!detail) return detail;
    section.push_back({{"at_utc", text_value(event.at_utc)},
                       {"kind", text_value(event.kind)},
                       {"detail", *std::move(detail)}});
  }
  return section;
}

}  // namespace lrsweep::reports
