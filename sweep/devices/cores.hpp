// How many cores this process may use.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lrsweep::sweep {

// The smaller of the affinity mask's size and the cgroup's CPU quota (rounded up); at least 1.
[[nodiscard]] int usable_cores();

// cgroup v2's cpu.max ("150000 100000" is 1.5 cores); nothing for "max …" and for what is not that.
[[nodiscard]] std::optional<double> quota_in(std::string_view cpu_max);

}  // namespace lrsweep::sweep
