// Which try at which run, and where: what people are told of it.
#pragma once

#include <string>
#include <vector>

#include "core/ids.hpp"

namespace lrsweep::sweep {

struct RunLabel {
  core::RunId run_id;
  core::RunKey key;
  int attempt = 1;
  std::vector<std::string> devices;
};

}  // namespace lrsweep::sweep
