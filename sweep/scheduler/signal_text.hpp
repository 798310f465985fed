// Names of signals for messages, the same in every locale (strsignal()'s are not).
#pragma once

#include <string>

namespace lrsweep::sweep {

// "SIGKILL"; "signal 99" where it has no name.
[[nodiscard]] std::string signal_text(int number);

}  // namespace lrsweep::sweep
