#include "trainer/weight_average.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <limits>

namespace lrsweep::trainer {
namespace {

// The average of one weight that starts at 1, after it has had these values.
double average_of(double decay, std::initializer_list<double> values) {
  at::Tensor weight = at::ones({1});
  WeightAverage average({weight}, {}, decay);
  for (const double value : values) {
    weight.fill_(value);
    average.update();
  }
  average.swap();
  return weight.item<double>();
}

TEST_CASE("the average forgets the first weights fast and then decays as told") {
  // d = 2/11, 3/12: 1·2/11 + 2·9/11 = 20/11; 20/11·1/4 + 4·3/4 = 38/11.
  CHECK(average_of(0.999, {2}) == Approx(20.0 / 11).epsilon(1e-6));
  CHECK(average_of(0.999, {2, 4}) == Approx(38.0 / 11).epsilon(1e-6));
  // d = 0.1: 1·0.1 + 2·0.9 = 1.9; 0.19 + 3.6 = 3.79.
  CHECK(average_of(0.1, {2, 4}) == Approx(3.79).epsilon(1e-6));
}

TEST_CASE("swap exchanges every bit in place, and back") {
  at::Tensor weight =
      at::linspace(-1, 1, 24).view({1, 2, 3, 4}).clone(at::MemoryFormat::ChannelsLast);
  weight.select(3, 0).fill_(std::numeric_limits<double>::quiet_NaN());
  weight.requires_grad_(true);
  at::Tensor half = at::full({3}, 0.5, at::kHalf);
  at::Tensor counter = at::full({}, 7, at::kLong);
  WeightAverage average({weight, half}, {counter}, 0.9);
  const auto* where = weight.const_data_ptr<float>();
  const at::Tensor averaged = weight.detach().clone();
  {
    const at::NoGradGuard no_grad;
    weight.select(3, 0).fill_(0);
    weight.mul_(-2);
    half.fill_(3);
    counter.fill_(9);
  }
  const at::Tensor live = weight.detach().clone();
  average.swap();
  CHECK(weight.const_data_ptr<float>() == where);
  CHECK(weight.requires_grad());
  CHECK(at::equal(weight.detach().view(at::kInt), averaged.view(at::kInt)));
  CHECK(half[0].item<double>() == 0.5);
  CHECK(counter.item<int>() == 7);
  CHECK(at::equal(average.state()[0].view(at::kInt), live.view(at::kInt)));
  average.swap();
  CHECK(at::equal(weight.detach().view(at::kInt), live.view(at::kInt)));
  CHECK(half[0].item<double>() == 3);
  CHECK(counter.item<int>() == 9);
}

TEST_CASE("running statistics are copied, not averaged") {
  at::Tensor weight = at::zeros({2});
  at::Tensor mean = at::zeros({2});
  WeightAverage average({weight}, {mean}, 0.9);
  mean.fill_(5);
  average.update();
  mean.fill_(8);
  average.swap();
  CHECK(at::equal(mean, at::full({2}, 5.0)));
}

TEST_CASE("an average goes on from its state") {
  const auto train = [](at::Tensor& weight, WeightAverage& average, int begin, int end) {
    for (int update = begin; update < end; ++update) {
      weight.fill_(update * update);
      average.update();
    }
  };
  at::Tensor whole = at::ones({2});
  WeightAverage straight({whole}, {}, 0.999);
  train(whole, straight, 0, 20);

  at::Tensor before = at::ones({2});
  WeightAverage first({before}, {}, 0.999);
  train(before, first, 0, 10);
  at::Tensor after = at::zeros({2});
  WeightAverage second({after}, {}, 0.999);
  second.state()[0].copy_(first.state()[0]);
  second.set_updates(first.updates());
  train(after, second, 10, 20);
  CHECK(second.updates() == 20);
  CHECK(at::equal(second.state()[0], straight.state()[0]));
}

}  // namespace
}  // namespace lrsweep::trainer
