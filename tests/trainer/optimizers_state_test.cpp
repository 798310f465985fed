// What an optimizer keeps: over checkpoints, skipped updates, groups and cycled momentum.
#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "optimizers_support.hpp"

namespace lrsweep::trainer {
namespace {

std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += key + "=" + value + " ";
  return text;
}

void copy_into(Trained& to, const Trained& from) {
  const auto source = from.optimizer->state();
  auto target = to.optimizer->state();
  REQUIRE(source.size() == target.size());
  for (std::size_t i = 0; i < source.size(); ++i) target[i].copy_(source[i]);
  for (std::size_t i = 0; i < 2; ++i) to.parameters[i].copy_(from.parameters[i]);
  to.optimizer->set_updates(from.optimizer->updates());
}

TEST_CASE("every optimizer goes on from its state bit for bit") {
  for (const auto& base : all_optimizers()) {
    for (const auto* no_decay : {"false", "true"}) {
      const auto settings = with(base, "no_decay", no_decay);
      INFO(text_of(settings));
      Trained whole(settings);
      whole.run(0, 50);
      Trained first(settings);
      first.run(0, 25);
      Trained second(settings);
      copy_into(second, first);
      CHECK(second.optimizer->updates() == 25);
      second.run(25, 50);
      CHECK(second.optimizer->updates() == 50);
      CHECK(second.weights() == whole.weights());
    }
  }
}

TEST_CASE("state is what the next updates depend on, all of it and none twice") {
  for (const auto& settings : all_optimizers()) {
    INFO(text_of(settings));
    Trained trained(settings);
    trained.run(0, 5);
    const auto state = trained.optimizer->state();
    for (std::size_t i = 0; i < state.size(); ++i) {
      INFO("state " << i);
      CHECK(at::any(state[i] != 0).item<bool>());
      for (std::size_t j = 0; j < i; ++j) CHECK(state[i].data_ptr() != state[j].data_ptr());
    }
  }
}

TEST_CASE("every optimizer skips an update that overflowed, the first one too") {
  for (const auto& base : all_optimizers()) {
    for (const auto* no_decay : {"false", "true"}) {
      const auto settings = with(base, "no_decay", no_decay);
      INFO(text_of(settings));
      const at::Tensor none = at::zeros({});
      Trained straight(settings);
      straight.run(0, 10, none);
      Trained skipping(settings);
      skipping.overflow();
      skipping.run(0, 5, none);
      const auto before = skipping.weights();
      skipping.overflow();
      CHECK(skipping.weights() == before);
      skipping.run(5, 10, none);
      CHECK(skipping.weights() == straight.weights());
      CHECK(skipping.optimizer->updates() == 12);
    }
  }
}

TEST_CASE("an update that may be skipped and is not is the plain one") {
  for (const auto& settings : all_optimizers()) {
    INFO(text_of(settings));
    Trained plain(settings);
    plain.run(0, 10);
    Trained asking(settings);
    asking.run(0, 10, at::zeros({}));
    for (std::size_t i = 0; i < plain.weights().size(); ++i) {
      CHECK(asking.weights()[i] == Approx(plain.weights()[i]).margin(1e-7).epsilon(1e-6));
    }
  }
}

TEST_CASE("no_decay leaves parameters of one dimension alone and no other") {
  for (const auto& settings : all_optimizers()) {
    INFO(text_of(settings));
    Trained decayed(settings);
    Trained plain(with(settings, "weight_decay", "0"));
    Trained grouped(with(settings, "no_decay", "true"));
    for (auto* trained : {&decayed, &plain, &grouped}) trained->run(0, 10);
    CHECK(at::equal(grouped.parameters[0], decayed.parameters[0]));
    CHECK(at::equal(grouped.parameters[1], plain.parameters[1]));
    CHECK_FALSE(at::equal(decayed.parameters[1], plain.parameters[1]));
  }
}

// The same as an optimizer that was made with that momentum.
void check_momentum(const Settings& settings, const std::string& key) {
  for (const auto* no_decay : {"false", "true"}) {
    const auto grouped = with(settings, "no_decay", no_decay);
    INFO(text_of(grouped));
    Trained made(with(grouped, key, "0.6"));
    Trained set(with(grouped, key, "0.9"));
    Trained left(with(grouped, key, "0.9"));
    set.optimizer->set_momentum(0.6);
    for (auto* trained : {&made, &set, &left}) trained->run(0, 10);
    CHECK(set.weights() == made.weights());
    CHECK(left.weights() != made.weights());
  }
}

TEST_CASE("set_momentum is momentum of sgd and rmsprop, beta1 of the others") {
  for (const auto* name : {"sgd", "rmsprop"})
    check_momentum({{"optimizer.name", name}}, "momentum");
  for (const auto* name : {"adam", "adamw", "lamb", "lion"}) {
    check_momentum({{"optimizer.name", name}}, "beta1");
  }
}

TEST_CASE("set_momentum does nothing to an optimizer without any") {
  const std::vector<Settings> without{{{"optimizer.name", "adagrad"}},
                                      {{"optimizer.name", "sgd"}, {"momentum", "0"}},
                                      {{"optimizer.name", "rmsprop"}, {"momentum", "0"}}};
  for (const auto& settings : without) {
    INFO(text_of(settings));
    Trained set(settings);
    Trained left(settings);
    set.optimizer->set_momentum(0.6);
    for (auto* trained : {&set, &left}) trained->run(0, 10);
    CHECK(set.weights() == left.weights());
  }
}

TEST_CASE("sgd whose momentum is cycled down to 0 is plain sgd") {
  Trained set(Settings{{"momentum", "0.9"}});
  Trained plain(Settings{{"momentum", "0"}});
  set.optimizer->set_momentum(0);
  for (auto* trained : {&set, &plain}) trained->run(0, 10);
  CHECK(set.weights() == plain.weights());
}

}  // namespace
}  // namespace lrsweep::trainer
