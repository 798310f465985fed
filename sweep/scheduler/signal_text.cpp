#include "sweep/scheduler/signal_text.hpp"

#include <cstring>

namespace lrsweep::sweep {

std::string signal_text(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(number);
}

}  // namespace lrsweep::sweep
