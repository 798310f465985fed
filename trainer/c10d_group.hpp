// Several ranks as one RankGroup: c10d with Gloo between CPU slots, NCCL between CUDA devices.
//
// Forming a group: rank 0 binds a key-value store on a free port and tells it to the scheduler; the
// others connect to it; the backend is made by all of them when the first run begins (it blocks
// until every rank is there).
#pragma once

#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "trainer/rank_group.hpp"

namespace c10d {
class Backend;
}  // namespace c10d

namespace lrsweep::trainer {

using StorePtr = c10::intrusive_ptr<c10d::Store>;

struct BoundStore {
  StorePtr store;
  int port = 0;
};
// Rank 0's store, bound to a free port of 127.0.0.1. Throws c10::Error.
[[nodiscard]] BoundStore bind_store();
// The store of another rank 0. Throws c10::Error when nobody answers within a minute.
[[nodiscard]] StorePtr connect_store(const std::string& host, int port);

// The group of `world` ranks on devices like `device`. Blocks until all have called it; throws
// c10::Error where one does not come. Collectives throw (and so end the run) when a rank is lost.
[[nodiscard]] std::unique_ptr<RankGroup> make_group(const StorePtr& store, int rank, int world,
                                                    at::Device device);

// gloo_backend.cpp
[[nodiscard]] c10::intrusive_ptr<c10d::Backend> make_gloo_backend(const StorePtr& store, int rank,
                                                                  int world);
// nccl_backend.cpp in lrsweep-worker-cuda; nccl_missing.cpp, which throws, in lrsweep-worker.
[[nodiscard]] c10::intrusive_ptr<c10d::Backend> make_nccl_backend(const StorePtr& store, int rank,
                                                                  int world, at::Device device);

}  // namespace lrsweep::trainer
