#include "finders/training_plan.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace lrsweep::finders {
namespace {

TEST_CASE("an epoch is all samples once, its last batch what is left") {
  const TrainingPlan plan{.samples = 10, .batch = 4, .updates = 7};
  CHECK(plan.updates_per_epoch() == 3);
  std::vector<std::int64_t> sizes;
  for (std::int64_t t = 0; t < 6; ++t) sizes.push_back(plan.samples_of(t));
  CHECK(sizes == std::vector<std::int64_t>{4, 4, 2, 4, 4, 2});
  CHECK(TrainingPlan{.samples = 8, .batch = 4}.samples_of(1) == 4);
}

TEST_CASE("epochs end at multiples of their length and at the end of the run") {
  const TrainingPlan plan{.samples = 10, .batch = 4, .updates = 7};
  std::vector<std::int64_t> ends;
  for (std::int64_t done = 0; done <= 7; ++done) {
    if (plan.ends_epoch(done)) ends.push_back(done);
  }
  CHECK(ends == std::vector<std::int64_t>{3, 6, 7});
  CHECK(plan.epochs(7) == Approx(7.0 / 3));
}

TEST_CASE("nothing that happens is passed over") {
  const TrainingPlan plan{
      .samples = 10, .batch = 4, .updates = 8, .validate_every = 2, .checkpoint_every = 5};
  std::vector<std::int64_t> events;
  for (std::int64_t done = 0; done < 8;) events.push_back(done = plan.next_event(done));
  CHECK(events == std::vector<std::int64_t>{2, 3, 4, 5, 6, 8});
  CHECK(plan.validates(2));
  CHECK_FALSE(plan.validates(3));
  CHECK(plan.validates(8));
  CHECK_FALSE(TrainingPlan{.samples = 10, .batch = 4, .updates = 8}.validates(8));
}

TEST_CASE("a broken number of epochs is the nearest number of updates, one at least") {
  CHECK(updates_of_epochs(2.5, 10) == 25);
  CHECK(updates_of_epochs(0.26, 10) == 3);
  CHECK(updates_of_epochs(1e-9, 10) == 1);
}

}  // namespace
}  // namespace lrsweep::finders
