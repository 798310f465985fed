#include <catch2/catch.hpp>

#include "runtime_support.hpp"
#include "sweep/devices/cores.hpp"
#include "sweep/devices/nvml.hpp"
#include "sweep/devices/resolve.hpp"
#include "sweep/devices/system_inventory.hpp"
#include "sweep/devices/visible.hpp"

namespace lrsweep::sweep {
namespace {

using core::ErrorKind;
using Names = std::vector<std::string>;

Machine machine(int cores, int cuda) {
  Machine result;
  result.cores = cores;
  for (int i = 0; i < cuda; ++i) {
    CudaDevice device;
    device.name = "cuda:" + std::to_string(i);
    device.model = "H200";
    result.cuda.push_back(device);
  }
  if (cuda == 0) result.why_no_cuda = "no NVIDIA driver here";
  return result;
}

std::vector<CudaDevice> four() {
  std::vector<CudaDevice> all(4);
  const char* uuids[] = {"GPU-aa01", "GPU-aa02", "GPU-bb01", "GPU-cc01"};
  for (int i = 0; i < 4; ++i) {
    all[static_cast<std::size_t>(i)].index = i;
    all[static_cast<std::size_t>(i)].uuid = uuids[i];
  }
  return all;
}

std::vector<int> indices(const std::vector<CudaDevice>& devices) {
  std::vector<int> result;
  for (const auto& device : devices) result.push_back(device.index);
  return result;
}

TEST_CASE("devices: auto takes all CUDA devices, else as many slots as can be busy") {
  CHECK(resolve_devices("auto", machine(4, 2), 3).value() == Names{"cuda:0", "cuda:1"});
  CHECK(resolve_devices("auto", machine(4, 0), 3).value() == Names{"cpu:0", "cpu:1", "cpu:2"});
  CHECK(resolve_devices("auto", machine(2, 0), 3).value() == Names{"cpu:0", "cpu:1"});
  CHECK(resolve_devices("auto", machine(2, 0), 0).value() == Names{"cpu:0"});
}

TEST_CASE("devices: lists, ranges and slots") {
  const auto there = machine(2, 4);
  CHECK(resolve_devices("cpu", there, 9).value() == Names{"cpu:0"});
  CHECK(resolve_devices("cpu:3", there, 9).value() == Names{"cpu:0", "cpu:1", "cpu:2"});
  CHECK(resolve_devices("cuda", there, 1).value().size() == 4);
  CHECK(resolve_devices("cuda:2,0", there, 9).value() == Names{"cuda:2", "cuda:0"});
  CHECK(resolve_devices("cuda:1-3", there, 9).value() == Names{"cuda:1", "cuda:2", "cuda:3"});
}

TEST_CASE("devices: one that is not there is an error that says what is") {
  const auto missing = resolve_devices("cuda:0,5", machine(2, 2), 1);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().kind == ErrorKind::kNoDevice);
  CHECK(missing.error().message ==
        "resources.devices: cuda:0,5: no cuda:5 here; there is: 2 CPU cores, cuda:0 H200, cuda:1 "
        "H200");
  const auto none = resolve_devices("cuda", machine(1, 0), 1);
  REQUIRE_FALSE(none);
  CHECK(none.error().kind == ErrorKind::kNoDevice);
  CHECK(none.error().message ==
        "resources.devices: cuda: no CUDA device here; there is: 1 CPU core, no CUDA device (no "
        "NVIDIA driver here)");
}

TEST_CASE("devices: text that is no choice is a usage error") {
  for (const auto* text :
       {"", "gpu", "cpu:", "cpu:x", "cpu:0", "cpu:-1", "cpu:99999999999", "cuda:", "cuda:1-",
        "cuda:3-1", "cuda:0,,1", "cuda:0,0", "cuda:0-999999999", "cpu:2 "}) {
    INFO(text);
    const auto resolved = resolve_devices(text, machine(2, 2), 1);
    REQUIRE_FALSE(resolved);
    CHECK(resolved.error().kind == ErrorKind::kUsage);
  }
}

TEST_CASE("devices: CUDA_VISIBLE_DEVICES as the driver reads it") {
  CHECK(indices(visible_devices(four(), std::nullopt)) == std::vector{0, 1, 2, 3});
  CHECK(indices(visible_devices(four(), "")).empty());
  CHECK(indices(visible_devices(four(), "2,0")) == std::vector{2, 0});
  CHECK(indices(visible_devices(four(), "0,9,1")) == std::vector{0});
  CHECK(indices(visible_devices(four(), "0,-1,1")) == std::vector{0});
  CHECK(indices(visible_devices(four(), "NoDevFiles")).empty());
  CHECK(indices(visible_devices(four(), "GPU-bb, 1")) == std::vector{2, 1});
  CHECK(indices(visible_devices(four(), "GPU-aa01,GPU-aa")) == std::vector{0});  // fits two
  CHECK(indices(visible_devices(four(), "1,GPU-aa02")).empty());                 // one twice
  const auto renamed = visible_devices(four(), "3,1");
  CHECK(renamed[0].name == "cuda:0");
  CHECK(renamed[1].name == "cuda:1");
}

TEST_CASE("devices: NVML is asked through the real loader, a lost device is left out") {
  const auto answer = ask_nvml(LRSWEEP_FAKE_NVML);
  REQUIRE(answer);
  CHECK(answer->driver_version == "580.1");
  CHECK(indices(answer->devices) == std::vector{0, 1, 3});
  CHECK(answer->devices[2].uuid == "GPU-33-fake");
  CHECK(answer->devices[2].model == "Fake H200");
  CHECK(answer->devices[2].memory_bytes == std::int64_t{1} << 37);
}

TEST_CASE("devices: a driver that is missing or broken is said in one line") {
  const auto missing = ask_nvml("libnot-there.so.1");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message == "no NVIDIA driver here (libnot-there.so.1 cannot be loaded)");
  const Variable mode("LRSWEEP_FAKE_NVML", "broken");
  const auto broken = ask_nvml(LRSWEEP_FAKE_NVML);
  REQUIRE_FALSE(broken);
  CHECK(broken.error().message == "NVIDIA driver: nvmlInit: Driver Not Loaded");
  const auto wrong = ask_nvml("libm.so.6");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message == "libm.so.6 lacks functions; the NVIDIA driver is too old");
}

TEST_CASE("devices: the inventory obeys CUDA_VISIBLE_DEVICES") {
  {
    const Variable some("CUDA_VISIBLE_DEVICES", "3,1");
    const auto found = SystemInventory(LRSWEEP_FAKE_NVML).look();
    CHECK(indices(found.cuda) == std::vector{3, 1});
    CHECK(found.why_no_cuda.empty());
    CHECK(found.cores >= 1);
  }
  const Variable none("CUDA_VISIBLE_DEVICES", "");
  const auto found = SystemInventory(LRSWEEP_FAKE_NVML).look();
  CHECK(found.cuda.empty());
  CHECK(found.why_no_cuda == "CUDA_VISIBLE_DEVICES=\"\" hides all 3");
}

TEST_CASE("devices: cores by quota, threads by slot") {
  CHECK(quota_in("150000 100000") == 1.5);
  CHECK_FALSE(quota_in("max 100000"));
  CHECK_FALSE(quota_in(""));
  CHECK(threads_per_slot(8, 3) == 2);
  CHECK(threads_per_slot(2, 4) == 1);
  CHECK(usable_cores() >= 1);
}

}  // namespace
}  // namespace lrsweep::sweep
