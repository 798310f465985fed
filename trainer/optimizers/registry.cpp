#include "trainer/optimizers/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "core/spec_defaults.hpp"
#include "core/text.hpp"
#include "trainer/optimizers/adagrad.hpp"
#include "trainer/optimizers/adam.hpp"
#include "trainer/optimizers/lamb.hpp"
#include "trainer/optimizers/lion.hpp"
#include "trainer/optimizers/rmsprop.hpp"
#include "trainer/optimizers/sgd.hpp"

namespace lrsweep::trainer {
namespace {

using Maker = std::unique_ptr<Optimizer> (*)(const core::Spec&, ParameterGroup);
struct Row {
  std::string_view name;
  Maker make;
};
constexpr std::array kOptimizers{
    Row{"adagrad", make_adagrad}, Row{"adam", make_adam}, Row{"adamw", make_adamw},
    Row{"lamb", make_lamb},       Row{"lion", make_lion}, Row{"rmsprop", make_rmsprop},
    Row{"sgd", make_sgd},
};

// Several optimizers as one.
class Groups final : public Optimizer {
 public:
  explicit Groups(std::vector<std::unique_ptr<Optimizer>> parts) : parts_(std::move(parts)) {}

  void set_momentum(double momentum) override {
    for (const auto& part : parts_) part->set_momentum(momentum);
  }
  [[nodiscard]] bool takes_device_rate() const override {
    return parts_.front()->takes_device_rate();
  }
  void use_device_rate(at::Tensor rate) override {
    for (const auto& part : parts_) part->use_device_rate(rate);
  }
  [[nodiscard]] std::vector<at::Tensor> state() const override {
    std::vector<at::Tensor> all;
    for (const auto& part : parts_) {
      const auto state = part->state();
      all.insert(all.end(), state.begin(), state.end());
    }
    return all;
  }
  void set_updates(std::int64_t updates) override {
    Optimizer::set_updates(updates);
    for (const auto& part : parts_) part->set_updates(updates);
  }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    for (const auto& part : parts_) part->step(lr, found_inf);
  }

 private:
  std::vector<std::unique_ptr<Optimizer>> parts_;
};

std::unique_ptr<Optimizer> make_groups(const core::Spec& spec, Maker make,
                                       const std::vector<at::Tensor>& parameters) {
  ParameterGroup decayed{{}, core::weight_decay(spec)};
  ParameterGroup exempt{{}, 0};
  for (const auto& parameter : parameters) {
    (parameter.dim() > 1 ? decayed : exempt).parameters.push_back(parameter);
  }
  std::vector<std::unique_ptr<Optimizer>> parts;
  for (auto* group : {&decayed, &exempt}) {
    if (!group->parameters.empty()) parts.push_back(make(spec, std::move(*group)));
  }
  return std::make_unique<Groups>(std::move(parts));
}

}  // namespace

core::Result<std::unique_ptr<Optimizer>> make_optimizer(const core::Spec& spec,
                                                        std::vector<at::Tensor> parameters) {
  const auto name = spec.text("optimizer.name");
  for (const auto& row : kOptimizers) {
    if (row.name != name) continue;
    if (spec.flag("optimizer.no_decay")) return make_groups(spec, row.make, parameters);
    return row.make(spec, {std::move(parameters), core::weight_decay(spec)});
  }
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("optimizer.name {}: this worker has no such optimizer", core::quoted(name)));
}

}  // namespace lrsweep::trainer
