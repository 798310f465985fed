#include "sweep/cli/common.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"

namespace lrsweep::cli {
namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], characters(row[i]));
  }
  return widths;
}

}  // namespace

options::typed_value<std::vector<std::string>>* text_value(const char* placeholder) {
  return options::value<std::vector<std::string>>()->value_name(placeholder);
}

void declare_common(options::options_description& table) {
  table.add_options()("out", text_value("DIR"),
                      "folder of results (LRSWEEP_OUT; default ./lrsweep-out)")(
      "quiet,q", "nothing on stderr but errors")("no-color", "no colours (also NO_COLOR)")(
      "help,h", "this help");
}

void declare_format(options::options_description& table) {
  table.add_options()("format", text_value("text|json"), "json: pure JSON on stdout");
}

std::string text_of(const Arguments& arguments, const char* name, std::string fallback) {
  if (arguments.count(name) == 0) return fallback;
  return arguments[name].as<std::vector<std::string>>().back();
}

std::filesystem::path out_folder(const Arguments& arguments) {
  if (arguments.count("out") != 0) return text_of(arguments, "out");
  const char* from_environment = std::getenv("LRSWEEP_OUT");
  if (from_environment != nullptr && *from_environment != '\0') return from_environment;
  return "lrsweep-out";
}

core::Result<bool> wants_json(const Arguments& arguments) {
  const std::string format = text_of(arguments, "format", "text");
  if (format == "json" || format == "text") return format == "json";
  return core::fail(core::ErrorKind::kUsage,
                    fmt::format("--format is {}; allowed: text, json", core::quoted(format)));
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

int terminal_width(int descriptor) {
  constexpr int kDefault = 80;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return size.ws_col;
}

reports::TextStyle text_style(const Arguments& arguments) {
  const bool plain = arguments.count("no-color") != 0 || std::getenv("NO_COLOR") != nullptr;
  return {terminal_width(STDOUT_FILENO), is_terminal(STDOUT_FILENO) && !plain};
}

core::Result<void> print(std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EPIPE) return {};
    if (written < 0 && errno != EINTR) {
      return core::fail(core::ErrorKind::kStorage,
                        "cannot write to stdout: " + std::generic_category().message(errno));
    }
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

core::Result<void> print_json(const core::Json& json) { return print(core::dump(json, 2) + "\n"); }

core::Result<void> write_output(const std::string& file, std::string_view bytes) {
  if (file == "-") return print(bytes);
  return core::write_file_atomically(file, bytes);
}

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void note(const Arguments& arguments, std::string_view line) {
  if (arguments.count("quiet") == 0) say(fmt::format("{}\n", line));
}

core::Result<FoundSweep> find_sweep(const Arguments& arguments) {
  auto reader = storage::Reader::open(out_folder(arguments));
  if (!reader) return core::Failure(reader.error());
  auto sweep = (*reader)->find(text_of(arguments, "sweep"));
  if (!sweep) return core::Failure(sweep.error());
  return FoundSweep{*std::move(reader), *std::move(sweep)};
}

core::Result<core::Snapshot> take_snapshot(const FoundSweep& found) {
  auto snapshot = found.reader->snapshot(found.sweep.id);
  if (snapshot) snapshot->generated_utc = core::SystemClock().utc();
  return snapshot;
}

core::Result<core::Json> find_report(const Arguments& arguments) {
  const auto found = find_sweep(arguments);
  if (!found) return core::Failure(found.error());
  const auto snapshot = take_snapshot(*found);
  if (!snapshot) return core::Failure(snapshot.error());
  return reports::make_report(*snapshot);
}

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> cells = rows;
  for (auto& row : cells) {
    for (auto& cell : row) cell = core::printable(cell);
  }
  const auto widths = column_widths(cells);
  std::string out;
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += row[i];
      if (i + 1 < row.size()) out.append(widths[i] - characters(row[i]) + 2, ' ');
    }
    out += '\n';
  }
  return out;
}

}  // namespace lrsweep::cli
