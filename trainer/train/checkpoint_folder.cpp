#include "trainer/train/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/files.hpp"
#include "core/sha256.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "checkpoint-";
constexpr std::size_t kChecksumDigits = 16;
constexpr std::size_t kGenerations = 2;

std::string checksum_of(std::string_view bytes) {
  return core::sha256_hex(bytes).substr(0, kChecksumDigits);
}

// Names sort as their updates do.
std::string name_of(std::int64_t updates, std::string_view bytes) {
  return fmt::format("{}{:012}-{}.safetensors", kPrefix, updates, checksum_of(bytes));
}

bool is_whole(const fs::path& path) {
  const auto bytes =
      core::read_file(path, std::numeric_limits<std::size_t>::max(), core::ErrorKind::kStorage);
  if (!bytes) return false;
  const auto stem = path.stem().string();
  return stem.substr(stem.rfind('-') + 1) == checksum_of(*bytes);
}

void leave_out(const fs::path& path, std::string_view why) {
  fmt::print(stderr, "{}: left out: {}\n", path.string(), why);
}

}  // namespace

std::vector<fs::path> CheckpointFolder::checkpoints() const {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder_, none)) {
    if (file.path().filename().string().starts_with(kPrefix)) found.push_back(file.path());
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  return found;
}

core::Result<void> CheckpointFolder::write(std::int64_t updates, const TensorFile& state) const {
  if (auto made = core::create_folder(folder_); !made) return made;
  const auto bytes = safetensors_bytes(state);
  const auto written = core::write_file_atomically(folder_ / name_of(updates, bytes), bytes);
  if (!written) return written;
  const auto all = checkpoints();
  std::error_code ignored;
  for (std::size_t i = kGenerations; i < all.size(); ++i) fs::remove(all[i], ignored);
  return {};
}

std::optional<TensorFile> CheckpointFolder::newest() const {
  for (const auto& path : checkpoints()) {
    if (!is_whole(path)) {
      leave_out(path, "its checksum is not that of its name");
      continue;
    }
    auto file = read_safetensors(path);
    if (file) return *std::move(file);
    leave_out(path, file.error().message);
  }
  return std::nullopt;
}

core::Result<void> CheckpointFolder::save(std::string_view name, const TensorFile& weights) const {
  if (auto made = core::create_folder(folder_); !made) return made;
  return core::write_file_atomically(folder_ / fmt::format("{}.safetensors", name),
                                     safetensors_bytes(weights));
}

void CheckpointFolder::remove_checkpoints() const {
  std::error_code ignored;
  for (const auto& path : checkpoints()) fs::remove(path, ignored);
  fs::remove(folder_, ignored);  // where nothing else is kept
}

}  // namespace lrsweep::trainer
