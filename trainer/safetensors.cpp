#include "trainer/safetensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "core/check.hpp"
#include "core/json.hpp"
#include "trainer/data/mapped_file.hpp"
#include "trainer/safetensors_header.hpp"

namespace lrsweep::trainer {
namespace {

using core::Json;

// Widest elements first: Python's readers want every tensor aligned.
std::vector<std::size_t> order_of_values(const std::vector<NamedTensor>& tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tensors[a].values.element_size() > tensors[b].values.element_size();
  });
  return order;
}

Json header_of(const TensorFile& file, const std::vector<std::size_t>& order) {
  std::vector<std::int64_t> begin(order.size());
  std::int64_t place = 0;
  for (const auto i : order) {
    begin[i] = place;
    place += static_cast<std::int64_t>(file.tensors[i].values.nbytes());
  }
  Json header = Json::object();
  if (!file.metadata.empty()) header[std::string(kSafetensorsMetadata)] = file.metadata;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& [name, values] = file.tensors[i];
    LRSWEEP_CHECK(name != kSafetensorsMetadata && !header.contains(name),
                  "two tensors of one name");
    const auto end = begin[i] + static_cast<std::int64_t>(values.nbytes());
    header[name] = {{"dtype", safetensors_type_name(values.scalar_type())},
                    {"shape", values.sizes().vec()},
                    {"data_offsets", {begin[i], end}}};
  }
  return header;
}

// Length and text, filled with spaces so that the values begin at a multiple of 8.
std::string header_bytes(const Json& header) {
  std::string text = core::dump(header);
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string bytes;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<char>((std::uint64_t{text.size()} >> shift) & 0xffU));
  }
  return bytes + text;
}

}  // namespace

std::string safetensors_bytes(const TensorFile& file) {
  const auto order = order_of_values(file.tensors);
  std::string bytes = header_bytes(header_of(file, order));
  for (const auto i : order) {
    const at::Tensor values = file.tensors[i].values.detach().to(at::kCPU).contiguous();
    bytes.append(static_cast<const char*>(values.const_data_ptr()), values.nbytes());
  }
  return bytes;
}

core::Result<TensorFile> read_safetensors(const std::filesystem::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return core::Failure(file.error());
  const std::span bytes((*file)->bytes(), static_cast<std::size_t>((*file)->size()));
  auto header = parse_safetensors_header(bytes, path);
  if (!header) return core::Failure(header.error());
  TensorFile read;
  read.metadata = std::move(header->metadata);
  for (auto& entry : header->entries) {
    auto values = mapped_tensor(*file, header->bytes + entry.begin, entry.shape, entry.type);
    read.tensors.push_back({std::move(entry.name), std::move(values)});
  }
  return read;
}

}  // namespace lrsweep::trainer
