// Frames and time, the three update modes, the buffers.
#include "iklab/lab/lab.hpp"

#include <cstring>
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::lab_test {
namespace {

struct Options {
  RunMode mode = RunMode::track;
  int updatesPerFrame = 1;
  bool moving = false;
};

// A planar chain of 3 unit links, panels DLS (1.1) and DLS (0.3).
std::unique_ptr<Lab> open(const Options& options) {
  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"tip", "2", {1, 0, 0}});
  LabSpec spec;
  LabTarget t;
  t.base.position = {1, 1.5, 0};
  if (options.moving) {
    t.motion.amplitude = {0.5, 0, 0};
    t.motion.period = {2, 1, 1};
    t.motion.phase = {0.3, 0, 0};
  }
  spec.targets = {t};
  spec.start = Eigen::Vector3d(0.3, 0.8, -0.5);
  spec.run.mode = options.mode;
  spec.run.updatesPerFrame = options.updatesPerFrame;
  spec.run.timeStep = 0.1;
  auto lab = Lab::open(builder.build().take(), spec).take();
  for (int p = 0; p < 2; ++p) {
    std::vector<double> row = test::panelRow("dls");
    if (p == 1) row[test::paramIndex("dls", "lambda")] = 0.3;
    std::copy(row.begin(), row.end(), lab->params().begin() + p * lab->panelStride());
  }
  EXPECT_EQ(lab->restart(2), "");
  return lab;
}

TEST(Lab, WritesItsBuffersOnlyWhenPublished) {
  const auto lab = open({});
  const std::span<const double> angles = lab->angles(), goals = lab->goals();
  const std::vector<double> before = test::copied(angles);
  lab->advance(1);
  EXPECT_EQ(test::copied(angles), before);
  lab->publish();
  EXPECT_NE(test::copied(angles), before);
  EXPECT_EQ(angles[0], lab->runner(0).theta()[0]);
  lab->advance(1);
  lab->targets()[0] = 1.25;
  lab->publishGoals();
  EXPECT_EQ(goals[0], 1.25);
  EXPECT_EQ(lab->goals()[0], 1.25);
  EXPECT_EQ(angles[0], lab->runner(0).theta()[0]);
}

TEST(Lab, EvaluatesTargetsAtFrameTimesTimeStep) {
  const auto lab = open({.moving = true});
  for (int f = 1; f <= 5; ++f) {
    EXPECT_TRUE(lab->advance(1));
    EXPECT_EQ(lab->frame(), f);
    const double expected = 1 + 0.5 * std::sin(2 * EIGEN_PI * (f * 0.1) / 2 + 0.3);
    EXPECT_NEAR(lab->goals()[0], expected, 1e-15);
    EXPECT_EQ(lab->trace()[(f - 1) * lab->traceStride() + kTraceTime], f * 0.1);
  }
}

TEST(Lab, TracksWithAFixedNumberOfUpdatesPerFrame) {
  const auto lab = open({.updatesPerFrame = 3, .moving = true});
  for (int f = 1; f <= 4; ++f) {
    while (!lab->advance(2)) {
    }
    EXPECT_EQ(lab->runner(0).updates(), 3 * f);
    EXPECT_EQ(lab->runner(1).updates(), 3 * f);
  }
}

TEST(Lab, RunsAPanelWithExternallyGivenPoses) {
  const auto lab = open({.updatesPerFrame = 3, .moving = true});
  const auto alone = open({.updatesPerFrame = 3, .moving = true});
  const auto give = [&](double a, double b, double c) {
    const Eigen::Vector3d pose(a, b, c);
    std::copy(pose.data(), pose.data() + 3, lab->given().begin() + 3);
    EXPECT_EQ(lab->give(1), "");
    return pose;
  };
  const auto tip = [](const Eigen::Vector3d& q) {
    const double a = q[0], b = a + q[1], c = b + q[2];
    return Eigen::Vector2d(std::cos(a) + std::cos(b) + std::cos(c),
                           std::sin(a) + std::sin(b) + std::sin(c));
  };
  const auto off = [&](const Eigen::Vector3d& q) {
    return (tip(q) - Eigen::Vector2d(lab->goals()[0], lab->goals()[1])).norm();
  };
  Eigen::Vector3d before = give(0.1, 0.2, 0.3);  // Takes effect immediately.
  EXPECT_EQ(lab->angles()[3], 0.1);
  EXPECT_NEAR(lab->status()[kStatusStride + kStatusError], off(before), 1e-15);
  EXPECT_NEAR(lab->status()[kStatusStride + kStatusStartError], off(before), 1e-15);
  for (int f = 1; f <= 4; ++f) {
    const Eigen::Vector3d pose = give(0.1 * f, 2, -0.3);
    EXPECT_TRUE(lab->advance(100));
    EXPECT_TRUE(alone->advance(100));
    const double* status = &lab->status()[kStatusStride];
    EXPECT_EQ(lab->runner(1).updates(), f);  // One update per frame.
    EXPECT_EQ(lab->runner(1).theta(), pose);
    EXPECT_EQ(lab->runner(1).step(), pose - before);
    EXPECT_NEAR(status[kStatusError], off(pose), 1e-15);
    EXPECT_NEAR(status[kStatusErrorBefore], off(before), 1e-15);
    EXPECT_EQ(status[kStatusRank], Report::kNoRank);
    EXPECT_TRUE(std::isnan(status[kStatusLambda]));
    EXPECT_EQ(lab->runner(0).theta(), alone->runner(0).theta());  // Other panels are unaffected.
    before = pose;
  }
  lab->given()[4] = std::nan("");
  EXPECT_EQ(lab->give(1), "a value of a pose must be a number of at most 1e15");
  EXPECT_EQ(lab->give(2), "there is no panel 2");
  lab->advance(100);
  EXPECT_EQ(lab->runner(1).theta(), before);
  EXPECT_EQ(lab->restart(2), "");
  EXPECT_TRUE(lab->advance(100));
  EXPECT_EQ(lab->runner(1).updates(), 3);  // Uses its own method again.
}

TEST(Lab, UpdateBudgetsDoNotChangeTheRun) {
  for (const RunMode mode : {RunMode::track, RunMode::converge, RunMode::hybrid}) {
    const auto whole = open({mode, 5, true}), cut = open({mode, 5, true});
    for (int f = 0; f < 10; ++f) {
      whole->advance(100000);
      while (!cut->advance(1)) {
      }
      EXPECT_EQ(test::copied(whole->angles()), test::copied(cut->angles()));
      EXPECT_EQ(whole->frame(), cut->frame());
    }
  }
}

// Without a time budget it returns after every update of a panel, or after a piece of one.
TEST(Lab, PausesChangeNeitherTheRunNorItsTrace) {
  for (const RunMode mode : {RunMode::track, RunMode::converge, RunMode::hybrid}) {
    const auto whole = open({mode, 5, true}), cut = open({mode, 5, true});
    for (int f = 0; f < 10; ++f) {
      for (bool done = false; !done;) {
        done = whole->advance(3);
        EXPECT_FALSE(whole->midway());
        bool doneToo = cut->advance(3, 0);
        while (cut->midway()) {
          // Panels alternate: no panel is ahead by more than one update of the frame.
          const int ahead = cut->runner(0).updates() - cut->runner(1).updates();
          EXPECT_TRUE(mode != RunMode::track || ahead == 0 || ahead == 1) << ahead;
          doneToo = cut->advance(1, 0);
        }
        EXPECT_EQ(done, doneToo);
        EXPECT_EQ(test::copied(whole->angles()), test::copied(cut->angles()));
        EXPECT_EQ(whole->runner(1).updates(), cut->runner(1).updates());
      }
      EXPECT_EQ(whole->frame(), cut->frame());
    }
    // Bitwise, because unused cells are NaN.
    EXPECT_EQ(std::memcmp(whole->trace().data(), cut->trace().data(),
                          sizeof(double) * whole->trace().size()),
              0);
  }
}

// 60 joints that soon reach their limits, 60 rows: SDLS and the pseudoinverse with limit policy
// lock.
std::unique_ptr<Lab> openLarge() {
  TreeBuilder builder;
  LabSpec spec;
  for (int i = 0; i < 60; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    s.axis = Eigen::Vector3d::Unit(i % 3);
    s.lower = -0.1, s.upper = 0.1;
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {0.1, 0.03, 0.02};
    builder.joint(s);
    if (i % 3 < 2) continue;
    LabTarget t;
    t.effector = i / 3;
    t.base.position = {std::cos(i), std::sin(i), 0.1 * i};
    spec.targets.push_back(t);
    builder.effector({"tip" + s.id, s.id, {0.1, 0, 0}});
  }
  spec.run.limitPolicy = LimitPolicy::lock;
  auto lab = Lab::open(builder.build().take(), spec).take();
  for (int p = 0; p < 2; ++p) {
    const std::vector<double> row = test::panelRow(p == 0 ? "sdls" : "pseudoinverse");
    std::copy(row.begin(), row.end(), lab->params().begin() + p * lab->panelStride());
  }
  EXPECT_EQ(lab->restart(2), "");
  return lab;
}

TEST(Lab, PausesWithinAnUpdateOfALargeScene) {
  const auto whole = openLarge(), cut = openLarge();
  int pauses = 0;
  for (int f = 0; f < 3; ++f) {
    EXPECT_TRUE(whole->advance(1));
    for (cut->advance(1, 0); cut->midway(); cut->advance(1, 0)) ++pauses;
    EXPECT_EQ(test::copied(whole->angles()), test::copied(cut->angles()));
  }
  EXPECT_GT(pauses, 5 * 2 * 3);  // Pieces of decompositions, and steps repeated with locked joints.
  int held = 0;
  for (int c = 0; c < 60; ++c) held += std::abs(whole->angles()[c]) == 0.1;
  EXPECT_GT(held, 0);
}

TEST(Lab, RestartsAnUpdateWhenParametersChangeInAPause) {
  const auto steered = openLarge(), fresh = openLarge();
  steered->advance(1);
  fresh->advance(1);
  steered->advance(1, 0);
  EXPECT_TRUE(steered->midway());
  EXPECT_EQ(steered->runner(0).updates(), 1);
  steered->params()[kGain] = fresh->params()[kGain] = 0.3;
  while (steered->midway()) steered->advance(1, 0);
  fresh->advance(1);
  EXPECT_EQ(test::copied(steered->angles()), test::copied(fresh->angles()));
}

TEST(Lab, FinishesTheFrameWhenATargetMovesInAPause) {
  const auto lab = open({RunMode::track, 4});
  EXPECT_FALSE(lab->advance(100000, 0));
  EXPECT_TRUE(lab->midway());
  lab->targets()[0] = 1.4;
  while (!lab->advance(100000, 0)) {
  }
  EXPECT_FALSE(lab->midway());
  EXPECT_EQ(lab->goals()[0], 1.4);
  lab->restart(2);
  EXPECT_FALSE(lab->midway());
}

TEST(Lab, ConvergesInOneFrameAndResumesWhenATargetMoves) {
  const auto lab = open({RunMode::converge});
  EXPECT_FALSE(lab->finished());
  EXPECT_TRUE(lab->advance(100000));
  EXPECT_TRUE(lab->finished());
  const std::vector<double> angles = test::copied(lab->angles());
  const int updates = lab->runner(0).updates();
  EXPECT_EQ(lab->runner(0).stop(), Stop::reached);
  EXPECT_GT(updates, lab->runner(1).updates());
  EXPECT_TRUE(lab->advance(100000));
  EXPECT_EQ(lab->frame(), 1);
  EXPECT_EQ(test::copied(lab->angles()), angles);

  // A moved target resumes all panels and restarts their count.
  lab->targets()[0] = 1.2;
  EXPECT_FALSE(lab->finished());
  EXPECT_TRUE(lab->advance(100000));
  EXPECT_EQ(lab->frame(), 2);
  EXPECT_GT(lab->runner(0).updates(), updates);
  EXPECT_EQ(lab->runner(0).memory().updatesSinceMove, lab->runner(0).updates() - updates);
}

// A target is dragged while panels converge: the panels follow it immediately and restart their
// count.
TEST(Lab, FollowsATargetThatMovesWithinAFrame) {
  const auto lab = open({RunMode::converge});
  EXPECT_FALSE(lab->advance(3));
  EXPECT_EQ(lab->runner(0).memory().updatesSinceMove, 3);
  lab->targets()[0] = 1.4;
  EXPECT_FALSE(lab->advance(2));
  EXPECT_EQ(lab->goals()[0], 1.4);
  EXPECT_EQ(lab->frame(), 0);
  EXPECT_EQ(lab->runner(0).updates(), 5);
  EXPECT_EQ(lab->runner(0).memory().updatesSinceMove, 2);
  EXPECT_TRUE(lab->advance(100000));
  EXPECT_TRUE(lab->runner(1).within());
  EXPECT_EQ(lab->frame(), 1);
}

// Start errors refer to the written targets, not to those of the last frame.
TEST(Lab, RestartUsesTheTargetsLastWritten) {
  const auto lab = open({});
  for (int f = 0; f < 3; ++f) lab->advance(1);
  lab->targets()[0] = 1.4;
  EXPECT_EQ(lab->restart(2), "");
  EXPECT_EQ(lab->goals()[0], 1.4);
  const Eigen::Vector3d tip(lab->points()[9], lab->points()[10], lab->points()[11]);
  EXPECT_NEAR(lab->status()[kStatusError], (tip - Eigen::Vector3d(1.4, 1.5, 0)).norm(), 1e-15);
  EXPECT_EQ(lab->status()[kStatusStartError], lab->status()[kStatusError]);
}

TEST(Lab, HybridEndsTheFrameWithinTolerance) {
  const auto lab = open({RunMode::hybrid, 200});
  EXPECT_TRUE(lab->advance(100000));
  EXPECT_TRUE(lab->runner(1).within());
  EXPECT_LT(lab->runner(1).updates(), 200);
  EXPECT_LE(lab->runner(0).updates(), 200);
  const int updates = lab->runner(1).updates();
  lab->advance(100000);
  EXPECT_EQ(lab->runner(1).updates(), updates + 1);
}

TEST(Lab, PublishesStatusPosesAndTraceOfTheRunners) {
  const auto lab = open({.moving = true});
  for (int f = 0; f < 7; ++f) lab->advance(1);
  for (int p = 0; p < 2; ++p) {
    const Runner& r = lab->runner(p);
    const double* status = &lab->status()[p * kStatusStride];
    EXPECT_EQ(status[kStatusUpdates], 7);
    EXPECT_EQ(status[kStatusError], r.error());
    for (int c = 0; c < 3; ++c) EXPECT_EQ(lab->angles()[3 * p + c], r.theta()[c]);
    const double* tip = &lab->points()[(4 * p + 3) * 3];
    EXPECT_NEAR(tip[0], r.pose().tip[0].x(), 0);
    const double* record = &lab->trace()[(p * lab->traceCapacity() + 6) * lab->traceStride()];
    EXPECT_EQ(record[kTraceUpdate], 7);
    EXPECT_EQ(record[kTraceError], r.error());
    EXPECT_EQ(record[kTraceHead + 2], r.theta()[0]);
    EXPECT_EQ(record[kTraceHead + 5], r.step()[0]);
  }
}

TEST(Lab, LongTraceWrapsAroundInARingBuffer) {
  const auto lab = open({.updatesPerFrame = 1000});
  const int capacity = lab->traceCapacity();
  while (lab->runner(0).updates() <= capacity) lab->advance(100);
  const int updates = lab->runner(0).updates();
  const double* record = &lab->trace()[((updates - 1) % capacity) * lab->traceStride()];
  EXPECT_EQ(record[kTraceUpdate], updates);
}

TEST(Lab, RejectsInvalidSpecsAndPanelsWithAReason) {
  const auto reason = [](const std::function<void(LabSpec&)>& spoil) {
    TreeBuilder builder;
    JointSpec s;
    s.id = "a", s.lower = -1, s.upper = 1;
    builder.joint(s);
    builder.effector({"tip", "a", {1, 0, 0}});
    LabSpec spec;
    spec.targets = {LabTarget{}};
    spec.run.limitPolicy = LimitPolicy::clamp;
    spoil(spec);
    const auto lab = Lab::open(builder.build().take(), spec);
    return lab ? std::string() : lab.reason();
  };
  EXPECT_EQ(reason([](LabSpec&) {}), "");
  EXPECT_EQ(reason([](LabSpec& s) { s.targets.clear(); }), "there is no target");
  EXPECT_EQ(reason([](LabSpec& s) { s.targets[0].effector = 3; }),
            "a target is on an unknown effector");
  EXPECT_EQ(reason([](LabSpec& s) { s.start = Vector::Zero(2); }),
            "start must have 1 values; got 2");
  EXPECT_EQ(reason([](LabSpec& s) { s.start = Vector::Constant(1, 2); }),
            "start: joint 'a' must be from -1 to 1; got 2");
  EXPECT_EQ(reason([](LabSpec& s) {
              s.start = Vector::Constant(1, 2);
              s.run.limitPolicy = LimitPolicy::ignore;
            }),
            "");
  const auto lab = open({});
  EXPECT_EQ(lab->restart(9), "there must be 1 to 8 panels, there are 9");
  lab->params()[kMethod] = 99;
  EXPECT_EQ(lab->restart(1), "panel 0: method must be from 0 to 18; got 99");
}

}  // namespace
}  // namespace iklab::lab_test
