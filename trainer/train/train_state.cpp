#include "trainer/train/train_state.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

namespace lrsweep::trainer {
namespace {

constexpr const char* kSpec = "lrsweep.spec_sha256";
constexpr const char* kPosition = "lrsweep.position";
constexpr const char* kAverages = "lrsweep.averages";

void add(std::vector<NamedTensor>& tensors, std::string_view kind,
         const std::vector<at::Tensor>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    tensors.push_back({fmt::format("{}.{}", kind, i), values[i].detach()});
  }
}

// In one fixed order: those of the model, of the optimizer, the average, the scaler.
std::vector<NamedTensor> tensors_of(const TrainState& state) {
  std::vector<NamedTensor> tensors;
  add(tensors, "parameter", state.model.parameters());
  add(tensors, "buffer", state.model.buffers());
  add(tensors, "optimizer", state.optimizer.state());
  if (state.average != nullptr) add(tensors, "average", state.average->state());
  if (state.scaler != nullptr) add(tensors, "scaler", state.scaler->state());
  return tensors;
}

bool same_shapes(const std::vector<NamedTensor>& saved, const std::vector<NamedTensor>& here) {
  if (saved.size() != here.size()) return false;
  for (std::size_t i = 0; i < saved.size(); ++i) {
    const bool same = saved[i].name == here[i].name &&
                      saved[i].values.sizes() == here[i].values.sizes() &&
                      saved[i].values.scalar_type() == here[i].values.scalar_type();
    if (!same) return false;
  }
  return true;
}

std::string metadata(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  return found == file.metadata.end() ? "" : found->second;
}

std::int64_t integer_of(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

TensorFile weights_of(const Model& model) {
  TensorFile file;
  for (std::size_t i = 0; i < model.names().size(); ++i) {
    file.tensors.push_back({model.names()[i], model.parameters()[i].detach()});
  }
  for (std::size_t i = 0; i < model.buffer_names().size(); ++i) {
    file.tensors.push_back({model.buffer_names()[i], model.buffers()[i]});
  }
  return file;
}

TensorFile checkpoint_of(const TrainState& state, const std::string& spec_sha256) {
  TensorFile file{tensors_of(state), {}};
  file.metadata[kSpec] = spec_sha256;
  file.metadata[kPosition] = to_json(state.position);
  if (state.average != nullptr) file.metadata[kAverages] = std::to_string(state.average->updates());
  return file;
}

core::Result<void> restore(const TensorFile& file, const std::string& spec_sha256,
                           TrainState& state) {
  if (metadata(file, kSpec) != spec_sha256) {
    return core::fail(core::ErrorKind::kData, "checkpoint: it is of another spec");
  }
  const auto here = tensors_of(state);
  if (!same_shapes(file.tensors, here)) {
    return core::fail(core::ErrorKind::kData, "checkpoint: its tensors are not those of this run");
  }
  auto position = parse_position(metadata(file, kPosition));
  if (!position) return core::Failure(position.error());
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < here.size(); ++i) {
    at::Tensor values = here[i].values;
    values.copy_(file.tensors[i].values);
  }
  state.position = *std::move(position);
  state.optimizer.set_updates(state.position.updates);
  if (state.average != nullptr) state.average->set_updates(integer_of(metadata(file, kAverages)));
  return {};
}

}  // namespace lrsweep::trainer
