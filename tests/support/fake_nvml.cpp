// A libnvidia-ml.so.1 of four devices, the third of which does not answer; built as a shared
// library so that the real loading code runs. LRSWEEP_FAKE_NVML=broken: initialisation fails.
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

struct nvmlDevice_st {
  unsigned index;
};
using Device = nvmlDevice_st*;
struct Memory {
  unsigned long long total, free, used;
};

static nvmlDevice_st devices[4] = {{0}, {1}, {2}, {3}};
constexpr int kOk = 0;
constexpr int kDriverNotLoaded = 9;
constexpr int kGpuIsLost = 15;

int nvmlInit_v2() {
  const char* mode = std::getenv("LRSWEEP_FAKE_NVML");
  return mode != nullptr && std::strcmp(mode, "broken") == 0 ? kDriverNotLoaded : kOk;
}
int nvmlShutdown() { return kOk; }
const char* nvmlErrorString(int code) {
  return code == kDriverNotLoaded ? "Driver Not Loaded" : "Unknown Error";
}
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::snprintf(text, size, "580.1");
  return kOk;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 4;
  return kOk;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
  if (index == 2) return kGpuIsLost;
  *device = &devices[index];
  return kOk;
}
int nvmlDeviceGetName(Device, char* text, unsigned size) {
  std::snprintf(text, size, "Fake H200");
  return kOk;
}
int nvmlDeviceGetUUID(Device device, char* text, unsigned size) {
  std::snprintf(text, size, "GPU-%u%u-fake", device->index, device->index);
  return kOk;
}
int nvmlDeviceGetMemoryInfo(Device, Memory* memory) {
  *memory = {1ULL << 37U, 1ULL << 36U, 1ULL << 36U};
  return kOk;
}
}
