#include "sweep/cli/help.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "core/files.hpp"

namespace lrsweep::cli {
namespace {

// LRSWEEP_RENEW=1 writes the file anew.
std::string pinned(const std::string& text) {
  const std::string path = std::string(LRSWEEP_SOURCE_DIR) + "/tests/sweep/cli/data/help.txt";
  if (std::getenv("LRSWEEP_RENEW") != nullptr) REQUIRE(core::write_file_atomically(path, text));
  const auto file = core::read_file(path, 1U << 20U, core::ErrorKind::kInternal);
  REQUIRE(file);
  return *file;
}

TEST_CASE("help: the program and every command, as pinned in help.txt") {
  std::string all = program_help();
  for (const Command& command : commands()) {
    all += "\n==== " + std::string(command.name) + "\n" + command_help(command);
  }
  CHECK(all == pinned(all));
}

TEST_CASE("help: every command has a summary and an example that begins with its name") {
  for (const Command& command : commands()) {
    INFO(command.name);
    CHECK_FALSE(command.summary.empty());
    const std::string call = "lrsweep " + std::string(command.name);
    CHECK(command.examples.find(call) != std::string_view::npos);
  }
}

}  // namespace
}  // namespace lrsweep::cli
