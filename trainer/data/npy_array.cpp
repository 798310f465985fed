#include "trainer/data/npy_array.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "trainer/data/npy_header.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kFirst = 12;

core::Failure wrong_size(const NpyHeader& header, std::int64_t there, const Place& place) {
  return place.error(fmt::format("{} needs {} bytes after the header, there are {}",
                                 shape_text(header.shape), header.value_bytes, there));
}

// Reversed, as its values lie in the file.
Shape stored_shape(const NpyHeader& header) {
  if (!header.fortran_order) return header.shape;
  return {header.shape.rbegin(), header.shape.rend()};
}

// Left uninitialised: pages that a lying header asked for are never touched.
core::Result<at::Tensor> allocate(const NpyHeader& header, const Place& place) {
  try {
    return at::empty(stored_shape(header), header.type);
  } catch (const c10::Error&) {
    return place.error(fmt::format("no memory for its {} bytes", header.value_bytes));
  }
}

at::Tensor swapped(const at::Tensor& values) {
  const auto width = values.element_size();
  if (width == 1) return values;
  const at::Tensor bytes = values.contiguous().view({-1}).view(at::kByte).view({-1, width});
  return bytes.flip({1}).view({-1}).view(values.scalar_type()).view(values.sizes());
}

// From the file's order to ours.
at::Tensor in_order(at::Tensor values, const NpyHeader& header) {
  if (header.big_endian) values = swapped(values);
  if (!header.fortran_order) return values;
  std::vector<std::int64_t> turned;
  for (auto i = values.dim(); i-- > 0;) turned.push_back(i);
  return values.permute(turned).contiguous();
}

}  // namespace

core::Result<NpyArray> map_npy(const std::shared_ptr<const MappedFile>& file, std::int64_t begin,
                               std::int64_t size, const Place& place) {
  const std::span<const std::uint8_t> bytes(file->bytes() + begin, static_cast<std::size_t>(size));
  const auto length =
      npy_header_bytes(bytes.first(static_cast<std::size_t>(std::min(size, kFirst))), place);
  if (!length) return core::Failure(length.error());
  if (*length > size) return place.error("its NumPy header is cut off");
  const auto header = parse_npy_header(bytes.first(static_cast<std::size_t>(*length)), place);
  if (!header) return core::Failure(header.error());
  if (size - *length != header->value_bytes) return wrong_size(*header, size - *length, place);
  const auto values = mapped_tensor(file, begin + *length, stored_shape(*header), header->type);
  NpyArray array{in_order(values, *header)};
  array.mapped = array.values.data_ptr() == file->bytes() + begin + *length;
  return array;
}

core::Result<NpyArray> read_npy(ByteReader& reader, const Place& place) {
  std::vector<std::uint8_t> bytes(kFirst);
  const auto first = reader.read(bytes.data(), kFirst);
  if (!first) return core::Failure(first.error());
  const auto length =
      npy_header_bytes(std::span(bytes).first(static_cast<std::size_t>(*first)), place);
  if (!length) return core::Failure(length.error());
  bytes.resize(static_cast<std::size_t>(std::max(*length, kFirst)));
  const auto rest = reader.read(bytes.data() + kFirst, *length - kFirst);
  if (!rest) return core::Failure(rest.error());
  if (*length < kFirst || *rest < *length - kFirst)
    return place.error("its NumPy header is cut off");
  const auto header = parse_npy_header(bytes, place);
  if (!header) return core::Failure(header.error());

  const auto most = reader.most() - *length;
  if (header->value_bytes > most) return wrong_size(*header, most, place);
  const auto values = allocate(*header, place);
  if (!values) return core::Failure(values.error());
  auto* to = static_cast<std::uint8_t*>(values->mutable_data_ptr());
  const auto got = reader.read(to, header->value_bytes);
  if (!got) return core::Failure(got.error());
  std::uint8_t extra = 0;
  const auto more = reader.read(&extra, 1);
  if (!more) return core::Failure(more.error());
  if (*got + *more != header->value_bytes) return wrong_size(*header, *got + *more, place);
  return NpyArray{in_order(*values, *header)};
}

}  // namespace lrsweep::trainer
