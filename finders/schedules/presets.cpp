#include "finders/schedules/presets.hpp"

#include <algorithm>
#include <array>

namespace lrsweep::finders {
namespace {

constexpr std::array kPresets{
    SchedulePreset{
        "imagenet-step", R"({"name": "step", "every": "30ep", "gamma": 0.1, "warmup": 0})",
        "ResNet on ImageNet, 90 epochs (PyTorch's example; He et al., arXiv 1512.03385)"},
    SchedulePreset{"imagenet-1h",
                   R"({"name": "multistep", "at": ["30ep", "60ep", "80ep"], "warmup": "5ep"})",
                   "large batches with a gradual warm-up (Goyal et al., arXiv 1706.02677)"},
    SchedulePreset{
        "cifar-step", R"({"name": "multistep", "at": ["50%", "75%"], "warmup": 0})",
        "ResNet on CIFAR-10: a tenth at half and three quarters (arXiv 1512.03385, §4.2)"},
    SchedulePreset{"super-convergence", R"({"name": "one_cycle", "pct_start": 0.3})",
                   "one cycle, momentum against it (Smith and Topin, arXiv 1708.07120)"},
    SchedulePreset{"sgdr",
                   R"({"name": "cosine_restarts", "first": "10ep", "mult": 2, "warmup": 0})",
                   "warm restarts (Loshchilov and Hutter, arXiv 1608.03983)"},
    SchedulePreset{"bert", R"({"name": "linear", "warmup": "10%"})",
                   "linear decay after a warm-up (Devlin et al., arXiv 1810.04805)"},
    SchedulePreset{"transformer", R"({"name": "noam", "d_model": 512, "warmup": 4000})",
                   "the original Transformer (Vaswani et al., arXiv 1706.03762, §5.3)"},
    SchedulePreset{"vit", R"({"name": "cosine", "warmup": "10%"})",
                   "cosine decay after a warm-up (Steiner et al., arXiv 2106.10270)"},
    SchedulePreset{"gpt3", R"({"name": "cosine", "end_factor": 0.1, "warmup": "1%"})",
                   "cosine to a tenth (Brown et al., arXiv 2005.14165, app. B)"},
    SchedulePreset{"minicpm", R"({"name": "wsd", "decay": "10%", "warmup": "1%"})",
                   "warm-up, stable, decay (Hu et al., arXiv 2404.06395)"},
    SchedulePreset{"fastai-flat", R"({"name": "flat_cosine", "pct": 0.75, "warmup": 0})",
                   "flat, then cosine (fastai's fit_flat_cos)"},
};

}  // namespace

std::span<const SchedulePreset> schedule_presets() { return kPresets; }

const SchedulePreset* find_preset(std::string_view name) {
  const auto* found = std::find_if(kPresets.begin(), kPresets.end(),
                                   [&](const auto& preset) { return preset.name == name; });
  return found == kPresets.end() ? nullptr : found;
}

}  // namespace lrsweep::finders
