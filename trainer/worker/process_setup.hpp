// What a worker process sets once for itself.
#pragma once

#include <string>

#include "core/result.hpp"

namespace lrsweep::trainer {

// Dies with its scheduler, ends at SIGTERM, takes the end of a channel as an error and not as a
// signal, and keeps freed memory for the next update. Call first in main().
void set_up_process();

// CPU threads of this rank's arithmetic; from the thread that trains, before it does.
void set_threads(int count);

// Sends stdout and stderr to the end of this file from now on. kUsage, naming the path.
[[nodiscard]] core::Result<void> redirect_output(const std::string& path);

}  // namespace lrsweep::trainer
