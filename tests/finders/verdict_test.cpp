#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "finders/lr_suggestion.hpp"
#include "finders/verdict.hpp"

using namespace lrsweep::finders;
using lrsweep::core::Stop;
using lrsweep::core::Verdict;

namespace {

// A good curve: 60 of 100 rungs, steepest at the 40th.
CurveFacts good() {
  return {.planned = 100,
          .points = 60,
          .steepest = 40,
          .stop = Stop::kDiverged,
          .initial = 2.3,
          .lowest = 1.0,
          .noise = 0.05,
          .width = 2,
          .clipped_share = 0};
}

template <class Change>
Verdict judged(Change change) {
  CurveFacts facts = good();
  change(facts);
  return judge(facts);
}

}  // namespace

TEST_CASE("ok: none of the other verdicts") { CHECK(judge(good()) == Verdict::kOk); }

TEST_CASE("nan_at: diverged before a fifth of the planned rungs") {
  CHECK(judged([](auto& f) { f.points = 19; }) == Verdict::kNanAt);
  CHECK(judged([](auto& f) { f.points = 19, f.stop = Stop::kNotFinite; }) == Verdict::kNanAt);
  CHECK(judged([](auto& f) { f.points = 3; }) == Verdict::kNanAt);
  CHECK(judged([](auto& f) { f.points = 20, f.steepest = 15; }) == Verdict::kOk);
}

TEST_CASE("A run that was only short has not diverged") {
  CHECK(judged([](auto& f) { f.points = 11, f.planned = 11, f.stop = Stop::kEnd; }) ==
        Verdict::kTooFew);
}

TEST_CASE("too_few: fewer than 12 points") {
  CHECK(judged([](auto& f) { f.planned = 20, f.points = 11; }) == Verdict::kTooFew);
  CHECK(judged([](auto& f) { f.planned = 20, f.points = 12, f.steepest = 8; }) == Verdict::kOk);
}

TEST_CASE("flat: a worked example of the smallest fall that counts") {
  // Error of the initial loss: noise²·π/2/10 = 0.15708·noise²; of the smoothed minimum:
  // noise²/(2·√π·2) = 0.14105·noise². Together e = 0.05·√0.29813 = 0.027300. The lowest of
  // 60/2 values lies √(2·ln 31) = 2.62066 errors low. (2 + 2.62066)·0.0273 = 0.12615.
  CHECK(judged([](auto& f) { f.lowest = 2.3 - 0.1261; }) == Verdict::kFlat);
  CHECK(judged([](auto& f) { f.lowest = 2.3 - 0.1262; }) == Verdict::kOk);
}

TEST_CASE("flat: without noise any fall above rounding counts") {
  CHECK(judged([](auto& f) { f.noise = 0, f.lowest = f.initial; }) == Verdict::kFlat);
  CHECK(judged([](auto& f) { f.noise = 0, f.lowest = f.initial - 1e-12; }) == Verdict::kFlat);
  CHECK(judged([](auto& f) { f.noise = 0, f.lowest = f.initial - 1e-3; }) == Verdict::kOk);
}

TEST_CASE("clip_saturated: never diverged, more than half of the updates clipped") {
  CHECK(judged([](auto& f) { f.stop = Stop::kEnd, f.clipped_share = 0.6; }) ==
        Verdict::kClipSaturated);
  CHECK(judged([](auto& f) { f.stop = Stop::kEnd, f.clipped_share = 0.5; }) ==
        Verdict::kNotDiverged);
  CHECK(judged([](auto& f) { f.clipped_share = 0.6; }) == Verdict::kOk);
}

TEST_CASE("edge_of_range: steepest at the lowest rates, or at the highest without divergence") {
  CHECK(judged([](auto& f) { f.steepest = 2; }) == Verdict::kEdgeOfRange);
  CHECK(judged([](auto& f) { f.steepest = 3; }) == Verdict::kOk);
  CHECK(judged([](auto& f) { f.steepest = 57; }) == Verdict::kOk);
  CHECK(judged([](auto& f) { f.steepest = 57, f.stop = Stop::kEnd; }) == Verdict::kEdgeOfRange);
}

TEST_CASE("not_diverged: the ladder ended first") {
  CHECK(judged([](auto& f) { f.stop = Stop::kEnd; }) == Verdict::kNotDiverged);
}

TEST_CASE("Which verdicts come with a rate") {
  for (const Verdict verdict :
       {Verdict::kOk, Verdict::kNotDiverged, Verdict::kEdgeOfRange, Verdict::kClipSaturated}) {
    CHECK(gives_rate(verdict));
  }
  for (const Verdict verdict :
       {Verdict::kFlat, Verdict::kNanAt, Verdict::kTooFew, Verdict::kLowSnr}) {
    CHECK_FALSE(gives_rate(verdict));
  }
}

TEST_CASE("Seeds: the commonest verdict, without a rate only when more than half have none") {
  using V = Verdict;
  CHECK(judge_seeds(std::array{V::kOk}) == V::kOk);
  CHECK(judge_seeds(std::array{V::kOk, V::kFlat, V::kOk}) == V::kOk);
  CHECK(judge_seeds(std::array{V::kFlat, V::kFlat, V::kOk}) == V::kFlat);
  CHECK(judge_seeds(std::array{V::kFlat, V::kOk}) == V::kOk);
  CHECK(judge_seeds(std::array{V::kNotDiverged, V::kOk, V::kNotDiverged}) == V::kNotDiverged);
  CHECK(judge_seeds(std::array{V::kOk, V::kNotDiverged}) == V::kNotDiverged);
  CHECK(judge_seeds(std::array{V::kFlat, V::kNanAt, V::kOk}) == V::kNanAt);
  CHECK(judge_seeds(std::array{V::kFlat, V::kTooFew, V::kNanAt}) == V::kNanAt);
}
