#include "sweep/cli/finish_sweep.hpp"

#include <fmt/format.h>

#include <csignal>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "finders/compat.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/compat_text.hpp"

namespace lrsweep::cli {
namespace {

using core::Cause;
using core::ErrorKind;

struct Written {
  std::string html;
  std::string json;
};

core::Result<Written> write_reports(const std::filesystem::path& out,
                                    const core::Snapshot& snapshot, const core::Json& report) {
  const auto folder = out / "reports";
  if (auto made = core::create_folder(folder); !made) return core::Failure(made.error());
  const std::string base =
      (folder / fmt::format("{}-{}", file_name(snapshot.sweep.name), snapshot.sweep.id.value))
          .string();
  Written written{base + ".html", base + ".json"};
  if (auto done = core::write_file_atomically(written.html, reports::to_html(report)); !done) {
    return core::Failure(done.error());
  }
  if (auto done = core::write_file_atomically(written.json, core::dump(report, 2) + "\n"); !done) {
    return core::Failure(done.error());
  }
  return written;
}

// The error of a sweep that did not end well, if it did not.
std::optional<core::Error> failure_of(const sweep::SweepOutcome& outcome) {
  const auto id = outcome.sweep.value;
  if (outcome.signal != 0) {
    return core::Error{
        outcome.signal == SIGINT ? ErrorKind::kInterrupted : ErrorKind::kTerminated,
        fmt::format("interrupted, {} runs left; lrsweep resume {} continues", outcome.owed, id)};
  }
  if (outcome.failed == 0 && outcome.stopped_why.empty()) return std::nullopt;
  std::string message = core::printable(outcome.first_failure);
  if (!outcome.stopped_why.empty()) message += "; " + core::printable(outcome.stopped_why);
  switch (outcome.first_failure_cause) {
    case Cause::kData:
      return core::Error{ErrorKind::kData, message};
    case Cause::kConfig:
      return core::Error{ErrorKind::kUsage, message};
    default:
      break;
  }
  return core::Error{ErrorKind::kRunsFailed,
                     fmt::format("{} ({} failed, {} left; lrsweep logs {} says more)", message,
                                 outcome.failed, outcome.owed, id)};
}

core::Result<void> print_answer(const Arguments& arguments, const core::Snapshot& snapshot,
                                const core::Json& report, bool json) {
  if (json) return print_json(report);
  if (snapshot.sweep.kind != core::SweepKind::kRangeTest) {
    return print(reports::to_text(report, text_style(arguments)));
  }
  const auto compat = compat_text(text_of(arguments, "compat"), snapshot);
  if (!compat) return core::Failure(compat.error());
  return print(reports::to_text(report, text_style(arguments)) + *compat);
}

bool has_rate(const core::Json& report) {
  const auto found = report.find("suggestion");
  return found != report.end() && found->is_object() && found->contains("lr") &&
         !(*found)["lr"].is_null();
}

}  // namespace

std::string file_name(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string name;
  for (const char c : text.substr(0, kLongest)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    name += plain ? c : '-';
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "sweep-");
  return name;
}

core::Result<int> finish_sweep(const Arguments& arguments, const sweep::SweepOutcome& outcome,
                               bool json) {
  const auto out = out_folder(arguments);
  const auto reader = storage::Reader::open(out);
  if (!reader) return core::Failure(reader.error());
  auto snapshot = (*reader)->snapshot(outcome.sweep);
  if (!snapshot) return core::Failure(snapshot.error());
  snapshot->generated_utc = core::SystemClock().utc();
  const auto report = reports::make_report(*snapshot);
  if (!report) return core::Failure(report.error());
  const auto written = write_reports(out, *snapshot, *report);
  if (!written) return core::Failure(written.error());
  const auto failure = failure_of(outcome);
  if (failure && outcome.complete == 0) return core::Failure(*failure);
  if (auto done = print_answer(arguments, *snapshot, *report, json); !done) {
    return core::Failure(done.error());
  }
  note(arguments, fmt::format("report: {}\n        {}", written->html, written->json));
  if (failure) return core::Failure(*failure);
  const bool needs_rate = snapshot->sweep.kind == core::SweepKind::kRangeTest;
  return !needs_rate || has_rate(*report) ? 0 : core::exit_code(ErrorKind::kNoSuggestion);
}

}  // namespace lrsweep::cli
