#include "trainer/c10d_group.hpp"

#include <ATen/ATen.h>

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/csrc/distributed/c10d/logger.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>

namespace lrsweep::trainer {
namespace {

using c10d::ProcessGroup;

constexpr const char* kHost = "127.0.0.1";
constexpr std::chrono::minutes kJoinTime{1};

c10::intrusive_ptr<ProcessGroup> wrap(const StorePtr& store, int rank, int world,
                                      at::Device device) {
  const bool cpu = device.is_cpu();
  const auto type = cpu ? ProcessGroup::BackendType::GLOO : ProcessGroup::BackendType::NCCL;
  auto backend =
      cpu ? make_gloo_backend(store, rank, world) : make_nccl_backend(store, rank, world, device);
  auto group = c10::make_intrusive<ProcessGroup>(store, rank, world);
  group->setBackend(device.type(), type, std::optional(std::move(backend)));
  group->setDefaultBackend(type);
  group->setGroupName("lrsweep");
  return group;
}

// Gradients averaged in buckets while backward still runs (Li et al. 2020, arXiv 2006.15704, §3.2):
// what torch.nn.parallel.DistributedDataParallel does, by the same c10d::Reducer.
class GradientReducer {
 public:
  GradientReducer(const std::vector<at::Tensor>& parameters,
                  const c10::intrusive_ptr<ProcessGroup>& group)
      : reducer_(std::make_shared<c10d::Reducer>(
            parameters, buckets_of(parameters), group, std::vector<bool>(parameters.size(), false),
            kBucketBytes, /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/false,
            std::unordered_map<std::size_t, std::string>{}, kFirstBucketBytes,
            /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false,
            std::vector<std::int64_t>{})),
        // Without a logger the search for unused parameters crashes.
        logger_(std::make_shared<c10d::Logger>(reducer_)) {
    reducer_->set_logger(logger_);
  }

  // Micro-batches before the last only accumulate.
  void before_forward(bool is_last) {
    if (!is_last) return;
    if (updates_++ > 0) reducer_->rebuild_buckets();
    reducer_->prepare_for_forward();
  }
  void before_backward(bool is_last) {
    if (is_last) reducer_->prepare_for_backward({});
  }

 private:
  static constexpr std::int64_t kMib = 1 << 20;
  static constexpr std::int64_t kFirstBucketBytes = kMib;
  static constexpr std::int64_t kBucketBytes = 25 * kMib;

  // In reverse: the last layers' gradients are ready first.
  static std::vector<std::vector<std::size_t>> buckets_of(
      const std::vector<at::Tensor>& parameters) {
    auto buckets = std::get<0>(c10d::compute_bucket_assignment_by_size(
        parameters,
        {static_cast<std::size_t>(kFirstBucketBytes), static_cast<std::size_t>(kBucketBytes)},
        std::vector<bool>(parameters.size(), false)));
    std::reverse(buckets.begin(), buckets.end());
    return buckets;
  }

  std::shared_ptr<c10d::Reducer> reducer_;
  std::shared_ptr<c10d::Logger> logger_;
  std::int64_t updates_ = 0;
};

class C10dGroup final : public RankGroup {
 public:
  C10dGroup(c10::intrusive_ptr<ProcessGroup> group, int rank, int world, at::Device device)
      : group_(std::move(group)), rank_(rank), world_(world), device_(device) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int world() const override { return world_; }

  void sum(std::vector<double>& values) override {
    std::vector<at::Tensor> shared{at::tensor(values, at::kDouble).to(device_)};
    group_->allreduce(shared)->wait();
    const at::Tensor summed = shared[0].cpu();
    std::copy_n(summed.const_data_ptr<double>(), values.size(), values.begin());
  }

  // Every rank draws the same parameters from the run's seed; rank 0's are sent all the same, so
  // that no difference of machines can creep in.
  [[nodiscard]] StepHooks average_gradients(const std::vector<at::Tensor>& parameters) override {
    const at::NoGradGuard no_grad;
    c10d::verify_params_across_processes(group_, parameters, std::nullopt);
    for (const auto& parameter : parameters) {
      std::vector<at::Tensor> sent{parameter.detach()};
      group_->broadcast(sent)->wait();
    }
    reducer_.reset();
    reducer_ = std::make_unique<GradientReducer>(parameters, group_);
    return {.before_forward = [this](bool is_last) { reducer_->before_forward(is_last); },
            .before_backward = [this](bool is_last) { reducer_->before_backward(is_last); }};
  }

 private:
  c10::intrusive_ptr<ProcessGroup> group_;
  int rank_;
  int world_;
  at::Device device_;
  std::unique_ptr<GradientReducer> reducer_;
};

}  // namespace

BoundStore bind_store() {
  c10d::TCPStoreOptions options;
  options.port = 0;
  options.isServer = true;
  options.waitWorkers = false;
  options.timeout = kJoinTime;
  auto store = c10::make_intrusive<c10d::TCPStore>(kHost, options);
  const int port = store->getPort();
  return {std::move(store), port};
}

StorePtr connect_store(const std::string& host, int port) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(port);
  options.isServer = false;
  options.waitWorkers = false;
  options.timeout = kJoinTime;
  return c10::make_intrusive<c10d::TCPStore>(host, options);
}

std::unique_ptr<RankGroup> make_group(const StorePtr& store, int rank, int world,
                                      at::Device device) {
  return std::make_unique<C10dGroup>(wrap(store, rank, world, device), rank, world, device);
}

}  // namespace lrsweep::trainer
