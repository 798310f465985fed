// The worker program: answers the scheduler's messages, one run after another, with the data kept
// ready between them. Runs in the thread that trains.
#pragma once

#include <memory>
#include <optional>

#include "core/messages.hpp"
#include "trainer/c10d_group.hpp"
#include "trainer/data/prepared_data.hpp"
#include "trainer/range_run.hpp"
#include "trainer/rank_group.hpp"
#include "trainer/train/train_run.hpp"
#include "trainer/worker/channel.hpp"
#include "trainer/worker/device.hpp"
#include "trainer/worker/progress_sender.hpp"
#include "trainer/worker/torch_errors.hpp"

namespace lrsweep::trainer {

class Worker {
 public:
  explicit Worker(Channel& channel) : channel_(channel) {}

  // Answers messages; ends with the process (see Channel).
  [[noreturn]] void serve();

 private:
  void on(const core::Prepare& prepare);
  void on(const core::StoreAddress& address);
  void on(const core::RunCommand& command);
  template <class Message>
  void on(const Message&) {}

  [[nodiscard]] core::Result<core::Ready> prepare(const core::Prepare& prepare);
  [[nodiscard]] core::Ready ready(int port) const;
  // Formed with the other ranks when the first run begins; waits for them.
  [[nodiscard]] RankGroup& group();
  [[nodiscard]] core::FromWorker train(const core::RunCommand& command);
  [[nodiscard]] core::Result<core::FromWorker> train_unguarded(const core::RunCommand& command);
  [[nodiscard]] core::Result<core::FromWorker> run_on_data(const core::RunCommand& command,
                                                           const core::Spec& spec,
                                                           ProgressSender& sender);
  [[nodiscard]] core::Result<core::FromWorker> run_formula(const core::RunCommand& command,
                                                           const core::Spec& spec,
                                                           ProgressSender& sender);
  [[nodiscard]] core::FromWorker answer(const core::RunCommand& command,
                                        const RangeRunOutcome& outcome);
  [[nodiscard]] core::FromWorker answer(const core::RunCommand& command,
                                        const TrainOutcome& outcome);
  [[nodiscard]] core::FromWorker stopped(const core::RunCommand& command);

  Channel& channel_;
  std::optional<DeviceInfo> device_;
  int rank_ = 0;
  int world_ = 1;
  StorePtr store_;  // where the ranks of a group meet
  std::unique_ptr<RankGroup> group_;
  std::unique_ptr<DataCache> data_;
};

}  // namespace lrsweep::trainer
