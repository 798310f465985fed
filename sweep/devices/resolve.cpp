#include "sweep/devices/resolve.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "core/text.hpp"

namespace lrsweep::sweep {
namespace {

using core::ErrorKind;
using Names = std::vector<std::string>;

// Slots beyond this are a typing error: each is a process with its own copy of the data.
constexpr int kMostSlots = 1024;

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

Names slots(int count) {
  Names names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("cpu:{}", i));
  return names;
}

Names all_cuda(const Machine& machine) {
  Names names;
  for (const auto& device : machine.cuda) names.push_back(device.name);
  return names;
}

core::Failure bad_text(std::string_view text) {
  return core::fail(ErrorKind::kUsage,
                    fmt::format("resources.devices: {} is not auto, cpu, cpu:N, cuda, cuda:0,2 or "
                                "cuda:1-3",
                                core::quoted(text)));
}

core::Failure not_there(std::string_view text, std::string_view device, const Machine& machine) {
  return core::fail(ErrorKind::kNoDevice,
                    fmt::format("resources.devices: {}: no {} here; there is: {}", text, device,
                                describe(machine)));
}

// "1-3" or "2": first and last.
std::optional<std::pair<int, int>> range_in(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = number_in(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number_in(text.substr(dash + 1));
  if (!first || !last || *last < *first || *last - *first >= kMostSlots) return std::nullopt;
  return std::pair{*first, *last};
}

core::Result<Names> chosen_cuda(std::string_view text, std::string_view list,
                                const Machine& machine) {
  const auto there = all_cuda(machine);
  Names names;
  while (true) {
    const auto comma = list.find(',');
    const auto range = range_in(list.substr(0, comma));
    if (!range) return bad_text(text);
    for (int i = range->first; i <= range->second; ++i) {
      auto name = fmt::format("cuda:{}", i);
      if (!std::ranges::count(there, name)) return not_there(text, name, machine);
      if (std::ranges::count(names, name)) {
        return core::fail(ErrorKind::kUsage,
                          fmt::format("resources.devices: {} names {} twice", text, name));
      }
      names.push_back(std::move(name));
    }
    if (comma == std::string_view::npos) return names;
    list.remove_prefix(comma + 1);
  }
}

core::Result<Names> cpu_slots(std::string_view text, std::string_view count) {
  const auto slots_wanted = number_in(count);
  if (!slots_wanted) return bad_text(text);
  if (*slots_wanted < 1 || *slots_wanted > kMostSlots) {
    return core::fail(ErrorKind::kUsage,
                      fmt::format("resources.devices: {}: the number of slots must be from 1 to {}",
                                  text, kMostSlots));
  }
  return slots(*slots_wanted);
}

}  // namespace

core::Result<std::vector<std::string>> resolve_devices(std::string_view text,
                                                       const Machine& machine,
                                                       std::int64_t wanted) {
  if (text == "auto") {
    if (!machine.cuda.empty()) return all_cuda(machine);
    return slots(static_cast<int>(std::clamp<std::int64_t>(wanted, 1, machine.cores)));
  }
  if (text == "cpu") return slots(1);
  if (text.starts_with("cpu:")) return cpu_slots(text, text.substr(4));
  if (text == "cuda") {
    if (machine.cuda.empty()) return not_there(text, "CUDA device", machine);
    return all_cuda(machine);
  }
  if (text.starts_with("cuda:")) return chosen_cuda(text, text.substr(5), machine);
  return bad_text(text);
}

int threads_per_slot(int cores, std::size_t slots) {
  return slots == 0 ? cores : std::max(1, cores / static_cast<int>(slots));
}

std::string describe(const Machine& machine) {
  auto text = fmt::format("{} CPU core{}", machine.cores, machine.cores == 1 ? "" : "s");
  if (machine.cuda.empty())
    return fmt::format("{}, no CUDA device ({})", text, machine.why_no_cuda);
  for (const auto& device : machine.cuda) text += fmt::format(", {} {}", device.name, device.model);
  return text;
}

}  // namespace lrsweep::sweep
