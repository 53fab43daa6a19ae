// Problems of a batch: their distributions, the formulas of those that are not random, and rejected
// settings.
#include "iklab/lab/sampler.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "tests/batched.hpp"

namespace iklab::sampler_test {
namespace {

using Eigen::Vector3d;
using test::Bins;
using test::SamplingSpec;

constexpr int kDraws = 20000;

test::BatchScene arm() { return test::batchScene("arm-6"); }

double share(double value, double low, double high) { return (value - low) / (high - low); }

TEST(Sampler, SamplesPosesUniformlyWithinTheLimits) {
  test::BatchScene scene = arm();
  Sampler sampler =
      test::samplerOf(scene, {.kind = Sampling::reachable, .start = StartKind::random, .seed = 5});
  std::array<Bins, 6> goals, starts;
  Bins together;
  for (int i = 0; i < kDraws; ++i) {
    sampler.draw(i);
    for (int c = 0; c < 6; ++c) {
      goals[c].add(share((*sampler.reaching())[c], -EIGEN_PI, EIGEN_PI));
      starts[c].add(share(sampler.start()[c], -EIGEN_PI, EIGEN_PI));
    }
    const double sum = (*sampler.reaching())[0] + sampler.start()[0];  // Both are independent.
    together.add(share(std::remainder(sum, 2 * EIGEN_PI), -EIGEN_PI, EIGEN_PI));
  }
  for (int c = 0; c < 6; ++c) {
    EXPECT_LT(goals[c].chiSquare(), Bins::kUnlikely) << "q of joint " << c;
    EXPECT_LT(starts[c].chiSquare(), Bins::kUnlikely) << "start of joint " << c;
  }
  EXPECT_LT(together.chiSquare(), Bins::kUnlikely);
}

TEST(Sampler, ReachableTargetsAreEffectorPosesOfTheSampledAngles) {
  test::BatchScene scene = arm();
  Sampler sampler = test::samplerOf(scene, {.kind = Sampling::reachable});
  Pose pose(scene.tree);
  for (int i = 0; i < 100; ++i) {
    sampler.draw(i);
    forwardKinematics(scene.tree, *sampler.reaching(), pose);
    EXPECT_EQ(sampler.goals()[0].position, pose.tip[0]);
    EXPECT_LT((sampler.goals()[0].orientation.toRotationMatrix() - pose.worldFromTip[0]).norm(),
              1e-14);
  }
}

// The angle of a uniform rotation has the distribution (a - sin a) / pi; its axis is uniform.
TEST(Sampler, SamplesABoxAndOrientationsUniformly) {
  Sampler sampler = test::samplerOf(
      arm(), {.kind = Sampling::box, .low = {-1, 0, 2}, .high = {1, 0.5, 5}, .anyTurn = true});
  std::array<Bins, 6> bins;
  for (int i = 0; i < kDraws; ++i) {
    sampler.draw(i);
    const Goal& goal = sampler.goals()[0];
    const Vector3d low(-1, 0, 2), high(1, 0.5, 5);
    for (int a = 0; a < 3; ++a) bins[a].add(share(goal.position[a], low[a], high[a]));
    const Eigen::AngleAxisd turn(goal.orientation);
    bins[3].add((turn.angle() - std::sin(turn.angle())) / EIGEN_PI);
    bins[4].add((turn.axis().z() + 1) / 2);
    bins[5].add(share(std::atan2(turn.axis().y(), turn.axis().x()), -EIGEN_PI, EIGEN_PI));
    EXPECT_NEAR(goal.orientation.norm(), 1, 1e-15);
  }
  for (size_t b = 0; b < bins.size(); ++b)
    EXPECT_LT(bins[b].chiSquare(), Bins::kUnlikely) << "bin " << b;
  Sampler turned = test::samplerOf(arm(), {.kind = Sampling::box, .high = {1, 1, 1}});
  turned.draw(3);
  EXPECT_EQ(turned.goals()[0].orientation.coeffs(),
            arm().spec.targets[0].base.orientation.coeffs());
}

TEST(Sampler, PathAndGoldenSamplingMatchTheMotionFormula) {
  const test::BatchScene scene = test::batchScene("double-y");
  const auto expected = [&](size_t target, int axis, double time, double scale) {
    const LabTarget& t = scene.spec.targets[target];
    const double angle = 2 * EIGEN_PI * time / t.motion.period[axis] + t.motion.phase[axis];
    return t.base.position[axis] + scale * t.motion.amplitude[axis] * std::sin(angle);
  };
  const auto holds = [&](const SamplingSpec& sampling, double spacing, double scale) {
    Sampler sampler = test::samplerOf(scene, sampling);
    for (const double index : {0.0, 1.0, 2.0, 77.0, 9999.0}) {
      sampler.draw(index);
      for (size_t t = 0; t < 4; ++t)
        for (int a = 0; a < 3; ++a)
          EXPECT_NEAR(sampler.goals()[t].position[a], expected(t, a, spacing * index, scale), 1e-10)
              << "index " << index;
    }
  };
  holds({.kind = Sampling::path, .spacing = 0.25}, 0.25, 1);
  holds({.kind = Sampling::golden}, 3 * (1 + std::sqrt(5.0)), 0.7);
}

// The best of 16 samples is almost surely worse conditioned than a median pose.
TEST(Sampler, SingularSamplingFindsIllConditionedPoses) {
  const test::BatchScene scene = arm();
  const auto conditions = [&](Sampling kind) {
    const auto batch = test::open(scene, {{.kind = kind}, false, true}, test::panelRow("dls"));
    EXPECT_EQ(batch->solve(0, 100), "");
    std::vector<double> found;
    for (int i = 0; i < 100; ++i)
      found.push_back(batch->rows()[i * kBatchStride + kBatchGoalCondition]);
    std::sort(found.begin(), found.end());
    return found;
  };
  const auto any = conditions(Sampling::reachable), singular = conditions(Sampling::singular);
  EXPECT_GT(singular.front(), any[50]);
  EXPECT_GT(singular[50], any[90]);
}

TEST(Sampler, StartPoseFollowsTheStartKind) {
  test::BatchScene scene = arm();
  const auto start = [&](StartKind kind, double spread = 0.3) {
    Sampler sampler = test::samplerOf(scene, {.start = kind, .spread = spread});
    sampler.draw(4);
    return std::pair(sampler.start(), *sampler.reaching());
  };
  EXPECT_EQ(start(StartKind::given).first, scene.spec.start);
  EXPECT_EQ(start(StartKind::middle).first, Vector::Zero(6));
  scene.spec.run.limitPolicy = LimitPolicy::ignore;
  const auto [near, q] = start(StartKind::near);
  EXPECT_NEAR((near - q).cwiseAbs().mean(), 0.3, 1e-14);
  EXPECT_GT(start(StartKind::near, 9).first.cwiseAbs().maxCoeff(), EIGEN_PI);
  scene.spec.run.limitPolicy = LimitPolicy::clamp;
  EXPECT_LE(start(StartKind::near, 9).first.cwiseAbs().maxCoeff(), EIGEN_PI);
}

TEST(Sampler, GridSamplingMatchesCellCentres) {
  const test::BatchScene scene = arm();
  Sampler plane = test::samplerOf(scene, {.kind = Sampling::plane,
                                          .nx = 4,
                                          .ny = 2,
                                          .origin = {1, 2, 3},
                                          .u = {4, 0, 0},
                                          .v = {0, 0, 2}});
  EXPECT_EQ(plane.count(), 8);
  plane.draw(6);
  EXPECT_EQ(plane.goals()[0].position, Vector3d(1 + 2.5, 2, 3 + 1.5));
  EXPECT_EQ(plane.start(), scene.spec.start);
  Sampler starts = test::samplerOf(scene, {.kind = Sampling::startPlane,
                                           .nx = 10,
                                           .ny = 5,
                                           .columns = {2, 0},
                                           .from = {-1, 0},
                                           .to = {1, 1}});
  starts.draw(23);
  Vector expected = scene.spec.start;
  expected[2] = -1 + 2 * 0.35, expected[0] = 0.5;
  EXPECT_LT((starts.start() - expected).norm(), 1e-15);
  EXPECT_EQ(starts.goals()[0].position, scene.spec.targets[0].base.position);
}

TEST(Sampler, SharesStartsAndSeedsWhenRestartsAreShared) {
  const auto drawn = [](bool shared, double index) {
    Sampler sampler =
        test::samplerOf(arm(), {.start = StartKind::random, .sharedRestarts = shared});
    sampler.draw(index);
    return std::tuple(sampler.start(), sampler.restartSeed(), *sampler.reaching());
  };
  const auto [start, seed, q] = drawn(true, 1);
  const auto [otherStart, otherSeed, otherQ] = drawn(true, 2);
  EXPECT_EQ(start, otherStart);
  EXPECT_EQ(seed, otherSeed);
  EXPECT_NE(q, otherQ);
  EXPECT_NE(std::get<0>(drawn(false, 1)), std::get<0>(drawn(false, 2)));
  EXPECT_NE(std::get<1>(drawn(false, 1)), std::get<1>(drawn(false, 2)));
  EXPECT_EQ(std::get<2>(drawn(false, 1)), q);
}

TEST(Sampler, RejectsInvalidSettingsWithAReason) {
  const auto reason = [](const SamplingSpec& sampling) {
    const test::BatchScene scene = arm();
    return Batch::open(scene.tree, scene.spec, test::rowOf({sampling})).reason();
  };
  EXPECT_EQ(reason({}), "");
  EXPECT_EQ(reason({.kind = static_cast<Sampling>(99)}), "sampling must be from 0 to 6; got 99");
  EXPECT_EQ(reason({.start = static_cast<StartKind>(-1)}), "start must be from 0 to 3; got -1");
  EXPECT_EQ(reason({.kind = Sampling::box, .start = StartKind::near}),
            "start 'near' needs sampling 'reachable' or 'singular'");
  EXPECT_EQ(reason({.seed = 0.5}), "seed must be a whole number");
  EXPECT_EQ(reason({.spread = NAN}), "spread must be from 0 to 1e+15; got nan");
  EXPECT_EQ(reason({.kind = Sampling::box, .low = {0, kInfinity, 0}}),
            "lowY must be from -1e+15 to 1e+15; got inf");
  EXPECT_EQ(reason({.kind = Sampling::plane, .target = 1}), "target must be from 0 to 0; got 1");
  EXPECT_EQ(reason({.kind = Sampling::plane, .nx = 0}), "nx must be from 1 to 100000; got 0");
  EXPECT_EQ(reason({.kind = Sampling::startPlane, .columns = {0, 6}}),
            "column1 must be from 0 to 5; got 6");
  EXPECT_EQ(reason({.kind = Sampling::startPlane, .columns = {3, 3}}),
            "the two joints of a grid must differ");
  EXPECT_EQ(reason({.kind = Sampling::startPlane, .to = {0, 4}}),
            "to1 must be from -3.14159265359 to 3.14159265359; got 4");
}

// Settings as received from JavaScript, cell by cell.
TEST(Sampler, AnyCellValueIsAcceptedOrRejectedByName) {
  test::BatchScene scene = arm();
  scene.spec.run.rules.maxUpdates = 5;  // Later updates would only repeat these numbers.
  for (size_t kind = 0; kind < kSamplings.size(); ++kind)
    for (int cell = 0; cell < kBatchSettingStride; ++cell)
      for (const double value : {kNotUsed, kInfinity, -kInfinity, 1e300, -1.0, 1e9, 0.5, 5e-324}) {
        BatchRow row = test::rowOf({{.kind = static_cast<Sampling>(kind)}});
        row[static_cast<size_t>(cell)] = value;
        auto batch = Batch::open(scene.tree, scene.spec, row);
        if (!batch) {
          EXPECT_NE(batch.reason().find(kBatchSettings[static_cast<size_t>(cell)]),
                    std::string::npos)
              << batch.reason();
          continue;
        }
        EXPECT_TRUE(std::isfinite(value)) << "cell " << cell;
        const auto sound = batch.take();
        const std::vector<double> dls = test::panelRow("dls");
        std::copy(dls.begin(), dls.end(), sound->params().begin());
        EXPECT_EQ(sound->solve(0, 1), "") << "cell " << cell << " = " << value;
      }
}

}  // namespace
}  // namespace iklab::sampler_test
