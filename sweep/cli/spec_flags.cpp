#include "sweep/cli/spec_flags.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "core/spec_table.hpp"
#include "finders/schedules/presets.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

struct Flag {
  const char* name;
  const char* key;
};

constexpr std::array kSpecFlags{
    Flag{"name", "name"},
    Flag{"data", "data.source"},
    Flag{"data-dir", "data.dir"},
    Flag{"label", "data.label"},
    Flag{"task", "data.task"},
    Flag{"limit", "data.limit"},
    Flag{"augment", "data.augment"},
    Flag{"model", "model.name"},
    Flag{"optimizer", "optimizer.name"},
    Flag{"lr", "optimizer.lr"},
    Flag{"momentum", "optimizer.momentum"},
    Flag{"weight-decay", "optimizer.weight_decay"},
    Flag{"batch-size", "train.batch_size"},
    Flag{"precision", "train.precision"},
    Flag{"seed", "train.seed"},
    Flag{"devices-per-trial", "resources.devices_per_trial"},
    Flag{"gpus-per-trial", "resources.devices_per_trial"},
};

constexpr std::array kRangeTestFlags{
    Flag{"min-lr", "range_test.min_lr"},   Flag{"max-lr", "range_test.max_lr"},
    Flag{"updates", "range_test.updates"}, Flag{"seeds", "range_test.seeds"},
    Flag{"curve", "range_test.curve"},
};

// `schedule` takes an object as well: add_schedule().
constexpr std::array kTrainFlags{
    Flag{"schedule", "schedule.name"},  Flag{"warmup", "schedule.warmup"},
    Flag{"epochs", "train.epochs"},     Flag{"updates", "train.updates"},
    Flag{"patience", "train.patience"}, Flag{"metric", "metric.name"},
    Flag{"goal", "metric.goal"},        Flag{"save", "train.save"},
};

constexpr std::array kPlacementFlags{
    Flag{"devices", "resources.devices"},
    Flag{"max-parallel", "resources.max_parallel"},
    Flag{"trial-timeout", "resources.trial_timeout"},
};

// What stands for the value in --help: its choices, or its kind.
std::string placeholder(const core::SpecKey& key) {
  if (!key.choices.empty()) return std::string(key.choices);
  switch (key.type) {
    case core::SpecType::kInteger:
      return "N";
    case core::SpecType::kNumber:
      return "X";
    case core::SpecType::kSeconds:
      return "TIME";
    case core::SpecType::kIntegers:
      return "N,N";
    case core::SpecType::kDuration:
      return "N|Nep|N%";
    case core::SpecType::kJson:
      return "JSON";
    case core::SpecType::kDurations:
    case core::SpecType::kFlag:
    case core::SpecType::kText:
      break;
  }
  return "TEXT";
}

template <class Flags>
void declare(options::options_description& table, const Flags& flags) {
  for (const Flag& flag : flags) {
    table.add_options()(flag.name, text_value(placeholder(*core::find_spec_key(flag.key)).c_str()),
                        std::string(core::find_spec_key(flag.key)->help).c_str());
  }
}

template <class Flags>
void add(const Arguments& arguments, core::SpecBuilder& builder, const Flags& flags) {
  for (const Flag& flag : flags) {
    if (arguments.count(flag.name) == 0) continue;
    builder.set(flag.key, text_of(arguments, flag.name), fmt::format("--{}", flag.name));
  }
}

void add_setting(const std::string& text, core::SpecBuilder& builder) {
  const auto equals = text.find('=');
  // Without "=" the key is checked all the same, and its value refused with what is allowed.
  const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  builder.set(text.substr(0, equals), value, "--set");
}

// A preset, or --schedule '{"name": "step", "every": "30ep"}' sets each key of the section.
void add_schedule(const std::string& text, core::SpecBuilder& builder) {
  const auto* preset = finders::find_preset(text);
  const auto object =
      core::parse_json(preset != nullptr ? preset->json : std::string_view(text), "--schedule");
  if (!object || !object->is_object()) {
    return builder.set("schedule.name", text, "--schedule");
  }
  for (const auto& [key, value] : object->items()) {
    const bool word = value.is_string();
    builder.set("schedule." + key, word ? value.get<std::string>() : core::dump(value),
                "--schedule");
  }
}

void add_train_flags(const Arguments& arguments, core::SpecBuilder& builder) {
  for (const Flag& flag : kTrainFlags) {
    if (arguments.count(flag.name) == 0) continue;
    const auto text = text_of(arguments, flag.name);
    if (flag.name == std::string_view("schedule")) {
      add_schedule(text, builder);
    } else {
      builder.set(flag.key, text, fmt::format("--{}", flag.name));
    }
  }
  if (arguments.count("final") != 0) builder.set("train.final", "true", "--final");
}

}  // namespace

void declare_spec_flags(options::options_description& table, core::SweepKind kind) {
  table.add_options()("config", options::value<std::vector<std::string>>()->value_name("FILE"),
                      "a spec as JSON (comments allowed); flags stand above it");
  declare(table, kSpecFlags);
  if (kind == core::SweepKind::kRangeTest) {
    declare(table, kRangeTestFlags);
    table.add_options()("no-stop", "go on to the last rate even when the loss diverges")(
        "no-extend", "do not go on above --max-lr when the loss has not diverged");
  } else {
    declare(table, kTrainFlags);
    table.add_options()("final", std::string(core::find_spec_key("train.final")->help).c_str());
  }
  table.add_options()("set", options::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
                      "any key of the spec, by its path or its last part (lrsweep help-spec)");
}

void declare_placement_flags(options::options_description& table) {
  declare(table, kPlacementFlags);
}

void add_spec_flags(const Arguments& arguments, core::SpecBuilder& builder, core::SweepKind kind) {
  if (arguments.count("config") != 0) {
    for (const auto& file : arguments["config"].as<std::vector<std::string>>()) {
      builder.add_file(file);
    }
  }
  add(arguments, builder, kSpecFlags);
  if (kind == core::SweepKind::kRangeTest) {
    add(arguments, builder, kRangeTestFlags);
    if (arguments.count("no-stop") != 0) builder.set("range_test.stop", "false", "--no-stop");
    if (arguments.count("no-extend") != 0) builder.set("range_test.extend", "0", "--no-extend");
  } else {
    add_train_flags(arguments, builder);
  }
  if (arguments.count("set") == 0) return;
  for (const auto& text : arguments["set"].as<std::vector<std::string>>()) {
    add_setting(text, builder);
  }
}

void add_placement_flags(const Arguments& arguments, core::SpecBuilder& builder) {
  add(arguments, builder, kPlacementFlags);
}

}  // namespace lrsweep::cli
