#include "trainer/data/samples.hpp"

#include <utility>

#include "trainer/data/inputs.hpp"
#include "trainer/data/targets.hpp"

namespace lrsweep::trainer {

core::Result<Dataset> make_dataset(const LoadedArray& inputs, const LoadedArray& labels,
                                   const LoadRequest& request) {
  auto values = as_inputs(inputs.values, inputs.place);
  if (!values) return core::Failure(values.error());
  Dataset data;
  data.mapped = inputs.mapped && values->is_alias_of(inputs.values);
  data.inputs = std::move(*values);
  if (auto set = set_targets(data, labels.values, request, labels.place); !set) {
    return core::Failure(set.error());
  }
  return data;
}

}  // namespace lrsweep::trainer
