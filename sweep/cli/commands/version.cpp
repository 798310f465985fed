#include <fmt/format.h>

#include "core/json.hpp"
#include "core/messages.hpp"
#include "sweep/cli/build_info.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) { declare_format(table); }

std::string or_none(const char* text) { return *text == '\0' ? "none" : text; }

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const core::Json document = {{"version", kVersion},    {"build", kBuildType},
                               {"compiler", kCompiler},  {"torch", or_none(kTorch)},
                               {"nccl", or_none(kNccl)}, {"protocol", core::kProtocolVersion}};
  const auto printed =
      *json ? print_json(document)
            : print(fmt::format("lrsweep {} ({}, {}; torch {}, NCCL {})\n", kVersion, kBuildType,
                                kCompiler, or_none(kTorch), or_none(kNccl)));
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command version_command() {
  return {.name = "version",
          .summary = "Version and build",
          .usage = "[--format json]",
          .examples = "  lrsweep version --format json\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
