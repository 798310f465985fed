#include "trainer/models/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/text.hpp"
#include "trainer/models/cnn.hpp"
#include "trainer/models/linear.hpp"
#include "trainer/models/mlp.hpp"
#include "trainer/models/resnet18.hpp"
#include "trainer/models/vit.hpp"

namespace lrsweep::trainer {
namespace {

struct Row {
  std::string_view name;
  core::Result<std::unique_ptr<Model>> (*make)(const core::Spec&, const ModelShape&,
                                               const ModelSeeds&, c10::Device);
};
constexpr std::array kModels{Row{"cnn", make_cnn}, Row{"linear", make_linear}, Row{"mlp", make_mlp},
                             Row{"resnet18", make_resnet18}, Row{"vit", make_vit}};

}  // namespace

core::Result<std::unique_ptr<Model>> make_model(const core::Spec& spec, const ModelShape& shape,
                                                const ModelSeeds& seeds, c10::Device device) {
  const auto name = spec.text("model.name");
  for (const auto& row : kModels) {
    if (row.name == name) return row.make(spec, shape, seeds, device);
  }
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("model.name {}: this worker has no such model", core::quoted(name)));
}

}  // namespace lrsweep::trainer
