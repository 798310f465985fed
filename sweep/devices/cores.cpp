#include "sweep/devices/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace lrsweep::sweep {
namespace {

int affinity_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(
      std::thread::hardware_concurrency());  // more cores than a cpu_set_t holds
}

// The path of this process's cgroup (v2) below /sys/fs/cgroup.
std::filesystem::path own_cgroup() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::")) return line.substr(3);
  }
  return "/";
}

// The tightest quota from the process's cgroup up to the root.
std::optional<double> cgroup_quota() {
  std::optional<double> tightest;
  for (auto path = own_cgroup();; path = path.parent_path()) {
    std::ifstream file("/sys/fs/cgroup" + path.string() + "/cpu.max");
    std::string line;
    std::getline(file, line);
    if (const auto quota = quota_in(line)) tightest = std::min(*quota, tightest.value_or(*quota));
    if (!path.has_relative_path()) return tightest;
  }
}

}  // namespace

std::optional<double> quota_in(std::string_view cpu_max) {
  std::istringstream text{std::string(cpu_max)};
  double quota = 0;
  double period = 0;
  if (!(text >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

int usable_cores() {
  const int mask = affinity_cores();
  const auto quota = cgroup_quota();
  const int allowed = quota ? static_cast<int>(std::min(std::ceil(*quota), 1e6)) : mask;
  return std::max(1, std::min(mask, allowed));
}

}  // namespace lrsweep::sweep
