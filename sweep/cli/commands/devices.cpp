#include <fmt/format.h>

#include "core/json.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/devices/system_inventory.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) { declare_format(table); }

core::Json to_json(const sweep::Machine& machine) {
  core::Json cuda = core::Json::array();
  for (const auto& device : machine.cuda) {
    cuda.push_back({{"name", device.name},
                    {"index", device.index},
                    {"uuid", device.uuid},
                    {"model", device.model},
                    {"memory_bytes", device.memory_bytes}});
  }
  return {{"cores", machine.cores},
          {"cuda", cuda},
          {"driver_version", machine.driver_version},
          {"why_no_cuda", machine.why_no_cuda}};
}

std::string to_text(const sweep::Machine& machine) {
  std::string out =
      fmt::format("cpu: {} cores; --devices cpu:N makes N slots that share them\n", machine.cores);
  if (machine.cuda.empty()) return out + fmt::format("cuda: none ({})\n", machine.why_no_cuda);
  std::vector<std::vector<std::string>> rows{{"device", "nvidia-smi", "model", "memory", "uuid"}};
  constexpr double kGib = 1024.0 * 1024 * 1024;
  for (const auto& device : machine.cuda) {
    rows.push_back({device.name, std::to_string(device.index), device.model,
                    fmt::format("{:.0f} GiB", static_cast<double>(device.memory_bytes) / kGib),
                    device.uuid});
  }
  return out + text_table(rows);
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const auto machine = sweep::SystemInventory().look();
  const auto printed = *json ? print_json(to_json(machine)) : print(to_text(machine));
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command devices_command() {
  return {.name = "devices",
          .summary = "What this machine has to train on",
          .usage = "[--format json]",
          .examples = "  lrsweep devices\n  CUDA_VISIBLE_DEVICES=2,3 lrsweep devices\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
