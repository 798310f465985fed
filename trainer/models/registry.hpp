// Models by name: a new one is a file pair and a line in registry.cpp (and its name in the spec's
// table).
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// The model that model.name names, initialised from `seeds`, on `device`. kUsage where its sizes do
// not fit the data.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_model(const core::Spec& spec,
                                                              const ModelShape& shape,
                                                              const ModelSeeds& seeds,
                                                              c10::Device device);

}  // namespace lrsweep::trainer
