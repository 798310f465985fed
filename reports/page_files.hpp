// The files of the page, built into the program by cmake/Echarts.cmake.
#pragma once

#include <string_view>

namespace lrsweep::reports {

// The bytes of reports/page/<name>, "echarts.min.js" or "LICENSE.txt" (of ECharts); static storage.
// Asking for another name is a bug and aborts.
[[nodiscard]] std::string_view page_file(std::string_view name);

}  // namespace lrsweep::reports
