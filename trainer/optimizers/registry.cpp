#include "trainer/optimizers/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/text.hpp"
#include "trainer/optimizers/adamw.hpp"
#include "trainer/optimizers/sgd.hpp"

namespace lrsweep::trainer {
namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Optimizer> (*make)(const core::Spec&, std::vector<at::Tensor>);
};
constexpr std::array kOptimizers{Row{"adamw", make_adamw}, Row{"sgd", make_sgd}};

}  // namespace

core::Result<std::unique_ptr<Optimizer>> make_optimizer(const core::Spec& spec,
                                                        std::vector<at::Tensor> parameters) {
  const auto name = spec.text("optimizer.name");
  for (const auto& row : kOptimizers) {
    if (row.name == name) return row.make(spec, std::move(parameters));
  }
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("optimizer.name {}: this worker has no such optimizer", core::quoted(name)));
}

}  // namespace lrsweep::trainer
