// Options and habits that commands share: --out, --format, colours, writing to FILE or "-".
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/records.hpp"
#include "reports/report.hpp"
#include "storage/reader.hpp"
#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

// A text option; given several times, the last one counts (aliases and scripts append). Owned by
// the table it is added to.
[[nodiscard]] options::typed_value<std::vector<std::string>>* text_value(const char* placeholder);

// Adds --out, --quiet, --no-color and --help.
void declare_common(options::options_description& table);
// Adds --format text|json.
void declare_format(options::options_description& table);

// The value of an option that is a text, or `fallback` where it was not given.
[[nodiscard]] std::string text_of(const Arguments& arguments, const char* name,
                                  std::string fallback = "");

// --out, else LRSWEEP_OUT, else ./lrsweep-out.
[[nodiscard]] std::filesystem::path out_folder(const Arguments& arguments);

// True for --format json; kUsage for anything but text and json.
[[nodiscard]] core::Result<bool> wants_json(const Arguments& arguments);

// Columns and colours of stdout: colours only on a terminal without --no-color and NO_COLOR.
[[nodiscard]] reports::TextStyle text_style(const Arguments& arguments);
[[nodiscard]] bool is_terminal(int descriptor);
[[nodiscard]] int terminal_width(int descriptor);

// To stdout, all of it; kStorage where that fails. A reader that has gone (EPIPE) is no error.
[[nodiscard]] core::Result<void> print(std::string_view text);
[[nodiscard]] core::Result<void> print_json(const core::Json& json);
// To a file (atomically), or to stdout for "-".
[[nodiscard]] core::Result<void> write_output(const std::string& file, std::string_view bytes);
// To stderr as it is. A reader that has gone is no error, and nobody is told of a full disk there.
void say(std::string_view text);
// One line to stderr, unless --quiet.
void note(const Arguments& arguments, std::string_view line);

// The sweep that the argument `sweep` names (newest by default) with the reader it came from.
struct FoundSweep {
  std::unique_ptr<storage::Reader> reader;
  core::SweepRecord sweep;
};
[[nodiscard]] core::Result<FoundSweep> find_sweep(const Arguments& arguments);
[[nodiscard]] core::Result<core::Snapshot> take_snapshot(const FoundSweep& found);
// The report of that sweep.
[[nodiscard]] core::Result<core::Json> find_report(const Arguments& arguments);

// Columns padded to the widest cell (in characters), two spaces apart; foreign text is made
// printable.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace lrsweep::cli
