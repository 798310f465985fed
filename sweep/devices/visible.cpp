#include "sweep/devices/visible.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace lrsweep::sweep {
namespace {

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

const CudaDevice* by_index(const std::vector<CudaDevice>& all, const std::string& entry) {
  int index = -1;
  const auto* last = entry.data() + entry.size();
  const auto [end, error] = std::from_chars(entry.data(), last, index);
  if (error != std::errc{} || end != last) return nullptr;
  const auto found = std::ranges::find(all, index, &CudaDevice::index);
  return found == all.end() ? nullptr : &*found;
}

const CudaDevice* by_uuid(const std::vector<CudaDevice>& all, const std::string& entry) {
  if (!entry.starts_with("GPU-")) return nullptr;
  const CudaDevice* only = nullptr;
  for (const auto& device : all) {
    if (!device.uuid.starts_with(entry)) continue;
    if (only != nullptr) return nullptr;
    only = &device;
  }
  return only;
}

std::vector<CudaDevice> select(const std::vector<CudaDevice>& all, const std::string& variable) {
  std::vector<CudaDevice> chosen;
  std::set<std::string> seen;
  std::istringstream entries(variable);
  for (std::string part; std::getline(entries, part, ',');) {
    const auto entry = trimmed(part);
    const auto* device = by_uuid(all, entry);
    if (device == nullptr) device = by_index(all, entry);
    if (device == nullptr) break;
    if (!seen.insert(device->uuid).second) return {};
    chosen.push_back(*device);
  }
  return chosen;
}

}  // namespace

std::vector<CudaDevice> visible_devices(std::vector<CudaDevice> all,
                                        const std::optional<std::string>& variable) {
  auto visible = variable ? select(all, *variable) : std::move(all);
  for (std::size_t place = 0; place < visible.size(); ++place) {
    visible[place].name = fmt::format("cuda:{}", place);
  }
  return visible;
}

}  // namespace lrsweep::sweep
