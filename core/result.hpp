// How expected failures travel: every function that can fail for a reason outside the program
// returns Result<T>. Bugs abort (core/check.hpp); exceptions of libraries stop where the library is
// called.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace lrsweep::core {

// What went wrong, as the command line tells it apart. The exit code follows from it: exit_code().
enum class ErrorKind {
  kInternal,      // a bug or a broken installation
  kUsage,         // flags, spec, names that the user wrote
  kRunsFailed,    // the sweep ended, some of its runs failed
  kNoSuggestion,  // the range test ended without a learning rate
  kData,          // data set missing, malformed, too small
  kStorage,       // database, lock, disk, report files
  kNoDevice,      // no usable device, or one that does not exist
  kInterrupted,   // SIGINT; resume continues
  kTerminated,    // SIGTERM, SIGHUP; resume continues
};

struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  // One line a problem, no trailing newline: the place (file:line, key, trial, rank), the value,
  // what is allowed, and where it helps, what to do. Never ends in a stack trace.
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

// return fail(ErrorKind::kData, fmt::format("{}: …", path));
[[nodiscard]] inline Failure fail(ErrorKind kind, std::string message) {
  return Failure(Error{kind, std::move(message)});
}

// The one table of exit codes:
// 0 done · 1 internal · 2 usage or spec · 3 runs failed · 4 no suggestion · 5 data · 6 storage ·
// 7 no usable device · 130 interrupted · 143 terminated.
[[nodiscard]] constexpr int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInternal:
      return 1;
    case ErrorKind::kUsage:
      return 2;
    case ErrorKind::kRunsFailed:
      return 3;
    case ErrorKind::kNoSuggestion:
      return 4;
    case ErrorKind::kData:
      return 5;
    case ErrorKind::kStorage:
      return 6;
    case ErrorKind::kNoDevice:
      return 7;
    case ErrorKind::kInterrupted:
      return 130;
    case ErrorKind::kTerminated:
      return 143;
  }
  return 1;
}

}  // namespace lrsweep::core
