// lrsweep-worker and lrsweep-worker-cuda: train what the scheduler says on the channel that is
// descriptor 3.
#include <fcntl.h>

#include <cstdio>

#include "core/messages.hpp"
#include "trainer/worker/channel.hpp"
#include "trainer/worker/process_setup.hpp"
#include "trainer/worker/worker.hpp"

int main() {
  using namespace lrsweep;
  if (::fcntl(core::kChannelDescriptor, F_GETFD) < 0) {
    std::fputs("lrsweep-worker is started by lrsweep, with a channel as descriptor 3\n", stderr);
    return 2;
  }
  trainer::set_up_process();
  trainer::Channel channel(core::kChannelDescriptor);
  trainer::Worker(channel).serve();
}
