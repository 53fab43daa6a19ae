// Target motion: a path against the Hermite form of the same spline, its points, ends and slopes;
// and motion in a lab.
#include "iklab/lab/motion.hpp"

#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/support.hpp"

namespace iklab::motion_test {
namespace {

using Eigen::Vector3d;

Motion pathOf(std::vector<Vector3d> points, double period) {
  Motion motion;
  motion.points = std::move(points);
  motion.pathPeriod = period;
  return motion;
}

Motion randomPath(int count, double period, Random& random) {
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i) points.emplace_back(test::randomVector(3, 1, random));
  return pathOf(points, period);
}

// Hermite form with ends b and c, and slopes (c - a) / 2 and (d - b) / 2.
Vector3d hermite(const Motion& m, double time) {
  const int n = static_cast<int>(m.points.size());
  const double along = std::fmod(time, m.pathPeriod) / m.pathPeriod * n;
  const int i = static_cast<int>(along);
  const double u = along - i, u2 = u * u, u3 = u2 * u;
  const auto p = [&](int k) { return m.points[(i + k + n) % n]; };
  return (2 * u3 - 3 * u2 + 1) * p(0) + (u3 - 2 * u2 + u) * (p(1) - p(-1)) / 2 +
         (3 * u2 - 2 * u3) * p(1) + (u3 - u2) * (p(2) - p(0)) / 2;
}

TEST(Path, MatchesTheHermiteFormOfCatmullRom) {
  Random random(1);
  for (const int count : {2, 3, 4, 7, 64, 256}) {
    const Motion m = randomPath(count, 2.5, random);
    for (int k = 0; k < 500; ++k) {
      const double time = 0.0137 * k + 1e-4;
      EXPECT_LT((m.at(time) - hermite(m, time)).norm(), 1e-12) << count << ' ' << time;
    }
  }
}

TEST(Path, PassesItsPointsAtTheirTimesInEveryRound) {
  Random random(2);
  for (const int count : {2, 3, 5, 100, 256}) {
    const Motion m = randomPath(count, 3, random);
    for (int round = 0; round < 3; ++round)
      for (int i = 0; i < count; ++i) {
        const double time = 3.0 * round + 3.0 * i / count;
        EXPECT_LT((m.at(time) - m.points[i]).norm(), 1e-11) << count << ' ' << round << ' ' << i;
      }
  }
}

TEST(Path, IsContinuousWithContinuousSlope) {
  Random random(3);
  const Motion m = randomPath(9, 4, random);
  const double h = 1e-6;
  for (int i = 0; i <= 9; ++i) {
    const double knot = 4 + 4.0 * i / 9;
    EXPECT_LT((m.at(knot + h) - m.at(knot - h)).norm(), 1e-4);
    const Vector3d before = (m.at(knot) - m.at(knot - h)) / h;
    const Vector3d after = (m.at(knot + h) - m.at(knot)) / h;
    EXPECT_LT((before - after).norm(), 1e-3) << i;
    // The slope at a point is the chord of its neighbours.
    const Vector3d chord = (m.points[(i + 1) % 9] - m.points[(i + 8) % 9]) / 2 * 9 / 4;
    EXPECT_LT(((before + after) / 2 - chord).norm(), 1e-4) << i;
  }
}

// n points of a circle: between them the spline deviates from the circle by less than the fourth
// power of the angle.
TEST(Path, ThroughACirclesPointsStaysNearTheCircle) {
  for (const int count : {8, 16, 32}) {
    std::vector<Vector3d> points;
    const double step = 2 * EIGEN_PI / count;
    for (int i = 0; i < count; ++i) points.emplace_back(std::cos(step * i), std::sin(step * i), 0);
    const Motion m = pathOf(points, 1);
    double worst = 0;
    for (int k = 0; k < 960; ++k) worst = std::max(worst, std::abs(m.at(k / 960.0).norm() - 1));
    // At the middle of an arc the spline is 9/8 cos(h/2) - 1/8 cos(3h/2).
    const double middle = 9.0 / 8 * std::cos(step / 2) - std::cos(1.5 * step) / 8;
    EXPECT_NEAR(worst, std::abs(middle - 1), 1e-12);
    EXPECT_LT(worst, std::pow(step, 4) / 20);
  }
}

TEST(Path, OfEqualPointsDoesNotMove) {
  const Vector3d there(0.1, -1.0 / 3, 1e5 / 7);
  const Motion m = pathOf({there, there, there}, 0.7);
  EXPECT_TRUE(m.still());
  for (int k = 0; k < 100; ++k) EXPECT_EQ(m.at(0.013 * k), there);
  EXPECT_FALSE(pathOf({there, there + Vector3d::UnitX()}, 1).still());
  EXPECT_TRUE(Motion{}.still());
}

TEST(Path, StaysFiniteAtAnyTime) {
  Random random(4);
  for (const double period : {5e-324, 1e-300, 1.0, 1e15})
    for (const double time : {0.0, 1e-9, 1.0, 1e15, 1e300})
      EXPECT_TRUE(randomPath(5, period, random).at(time).allFinite()) << period << ' ' << time;
}

TEST(Sine, StaysFiniteAtAnyTime) {
  Motion m;
  m.amplitude = {1, 0.5, 2};
  m.phase = {0, 1, 1e15};
  for (const double period : {5e-324, 1e-320, 1e-300, 1e-6, 1.0, 1e15})
    for (const double time : {0.0, 1e-9, 1.0, 1e15, 1e300}) {
      m.period.setConstant(period);
      const Vector3d at = m.at(time);
      EXPECT_TRUE(at.allFinite()) << period << ' ' << time;
      EXPECT_TRUE((at.array().abs() <= m.amplitude.array()).all()) << period << ' ' << time;
    }
}

TEST(MotionFault, NamesTheInvalidField) {
  const Vector3d x = Vector3d::UnitX();
  EXPECT_EQ(Motion{}.fault(), "");
  EXPECT_EQ(pathOf({x, x}, 1).fault(), "");
  EXPECT_EQ(pathOf({x}, 1).fault(), "a target's path must have 2 to 256 points; got 1");
  EXPECT_EQ(pathOf(std::vector<Vector3d>(257, x), 1).fault(),
            "a target's path must have 2 to 256 points; got 257");
  EXPECT_EQ(pathOf({x, x / 0.0}, 1).fault(), "a target's path must be finite");
  EXPECT_EQ(pathOf({x, x}, 0).fault(), "a target's period must be positive");
  Motion endless;
  endless.amplitude[1] = kInfinity;
  EXPECT_EQ(endless.fault(), "a target's motion must be finite");
}

// One hinge and its tip, one panel.
std::unique_ptr<Lab> open(const Motion& motion, RunMode mode = RunMode::track) {
  TreeBuilder builder;
  JointSpec s;
  s.id = "a";
  builder.joint(s);
  builder.effector({"tip", "a", {1, 0, 0}});
  LabTarget t;
  t.base.position = {0.3, 0.8, 0};
  t.motion = motion;
  LabSpec spec;
  spec.targets = {t};
  spec.run.mode = mode;
  auto lab = Lab::open(builder.build().take(), spec).take();
  const std::vector<double> row = test::panelRow("dls");
  std::copy(row.begin(), row.end(), lab->params().begin());
  EXPECT_EQ(lab->restart(1), "");
  return lab;
}

TEST(LabMotion, FollowsAPathFrameByFrameWithoutAllocating) {
  Random random(5);
  const Motion m = randomPath(20, 0.8, random);
  const auto lab = open(m);
  const size_t before = test::allocations();
  for (int f = 1; f <= 100; ++f) {
    lab->advance(1);
    const Vector3d expected = Vector3d(0.3, 0.8, 0) + hermite(m, f / 60.0);
    EXPECT_LT((Eigen::Map<const Vector3d>(lab->goals().data()) - expected).norm(), 1e-12) << f;
  }
  EXPECT_EQ(test::allocations() - before, 0u);
}

TEST(LabMotion, ChangesTheMotionDuringARun) {
  Motion swing;
  swing.amplitude = {0.2, 0, 0};
  const auto lab = open({});
  lab->advance(1);
  EXPECT_EQ(lab->goals()[0], 0.3);
  EXPECT_EQ(lab->setMotion(0, swing), "");
  lab->advance(1);
  EXPECT_NEAR(lab->goals()[0], 0.3 + 0.2 * std::sin(2 * EIGEN_PI * 2 / 60), 1e-14);
  EXPECT_EQ(lab->frame(), 2);
  EXPECT_EQ(lab->setMotion(1, swing), "there is no target 1");
  swing.period[2] = 0;
  EXPECT_EQ(lab->setMotion(0, swing), "a target's period must be positive");
}

TEST(LabMotion, NewMotionResumesAConvergedRunAndAnUnfinishedFrame) {
  const auto lab = open({}, RunMode::converge);
  lab->advance(100000);
  EXPECT_TRUE(lab->finished());
  EXPECT_EQ(lab->setMotion(0, pathOf({{0.4, -0.6, 0}, {0, 0, 0}}, 2)), "");
  EXPECT_FALSE(lab->finished());
  EXPECT_FALSE(lab->advance(1));
  const double there = lab->goals()[1];
  EXPECT_LT(there, 0.8);
  EXPECT_EQ(lab->setMotion(0, {}), "");
  EXPECT_FALSE(lab->advance(1));
  EXPECT_EQ(lab->goals()[1], 0.8);
}

// A sine by its formula, a path in Hermite's form.
Vector3d offset(const Motion& m, double time) {
  if (!m.points.empty()) return hermite(m, time);
  Vector3d sum;
  for (int a = 0; a < 3; ++a)
    sum[a] = m.amplitude[a] * std::sin(2 * EIGEN_PI * time / m.period[a] + m.phase[a]);
  return sum;
}

std::vector<Motion> everyKind() {
  Random random(6);
  Motion swing;
  swing.amplitude = {0.2, -0.1, 0.05};
  swing.period = {0.7, 1.3, 2};
  swing.phase = {0.3, 0, -1};
  return {{}, swing, randomPath(7, 0.9, random)};
}

void expectGoal(const Lab& lab, const Vector3d& base, const Motion& motion, double time) {
  const Vector3d goal = Eigen::Map<const Vector3d>(lab.goals().data());
  EXPECT_LT((goal - base - offset(motion, time)).norm(), 1e-12) << time;
}

void put(Lab& lab, const Vector3d& base) {
  std::copy_n(base.data(), 3, lab.targets().begin());
  lab.publishGoals();
}

TEST(LabMotion, ShowsNewBaseAndMotionImmediatelyAtTheTimeOfTheFrame) {
  for (const RunMode mode : {RunMode::track, RunMode::converge})
    for (const Motion& first : everyKind())
      for (const Motion& then : everyKind()) {
        const auto lab = open(first, mode);
        put(*lab, {0.1, 0.2, 0.3});
        expectGoal(*lab, {0.1, 0.2, 0.3}, first, 0);
        while (lab->frame() < 5 && !lab->finished()) lab->advance(100000);
        double time = lab->frame() / 60.0;
        const size_t before = test::allocations();
        put(*lab, {-0.4, 0.5, 0});
        EXPECT_EQ(test::allocations(), before);
        expectGoal(*lab, {-0.4, 0.5, 0}, first, time);
        EXPECT_EQ(lab->setMotion(0, then), "");
        expectGoal(*lab, {-0.4, 0.5, 0}, then, time);
        // The next frame uses it, at its own time; an unfinished frame stays at that time.
        time = (lab->frame() + 1) / 60.0;
        const bool done = lab->advance(1);
        EXPECT_EQ(done, mode == RunMode::track);
        expectGoal(*lab, {-0.4, 0.5, 0}, then, time);
        put(*lab, {0.6, 0, 0.1});
        expectGoal(*lab, {0.6, 0, 0.1}, then, time);
        lab->targets()[4] = lab->targets()[5] = std::sqrt(0.5);
        lab->targets()[6] = lab->targets()[3] = 0;
        lab->publishGoals();
        EXPECT_EQ(lab->goals()[4], std::sqrt(0.5));
        EXPECT_EQ(lab->goals()[6], 0);
      }
}

TEST(LabMotion, ShowsTheLastValidBaseWhenTheNewOneIsInvalid) {
  const Motion swing = everyKind()[1];
  const auto lab = open(swing);
  for (int f = 0; f < 3; ++f) lab->advance(1);
  put(*lab, {kInfinity, 0, 0});
  expectGoal(*lab, {0.3, 0.8, 0}, swing, 3 / 60.0);
  EXPECT_EQ(lab->fault(), "");  // Nothing has been read yet.
}

TEST(LabMotion, PublishingGoalsDoesNotChangeTheRun) {
  for (const RunMode mode : {RunMode::track, RunMode::converge})
    for (const Motion& motion : everyKind()) {
      const auto shown = open(motion, mode), plain = open(motion, mode);
      Random random(7);
      for (int call = 0; call < 60; ++call) {
        if (call % 4 == 1) {
          const Vector3d base = test::randomVector(3, 1, random);
          put(*shown, {9, 9, 9});
          put(*shown, {kInfinity, 0, 0});
          put(*shown, base);
          std::copy_n(base.data(), 3, plain->targets().begin());
        }
        if (call % 4 == 2) {  // Also moves it back.
          const double x = shown->targets()[0];
          shown->targets()[0] = 5;
          shown->publishGoals();
          shown->targets()[0] = x;
        }
        shown->publishGoals();
        EXPECT_EQ(shown->advance(3), plain->advance(3));
        EXPECT_EQ(test::copied(shown->goals()), test::copied(plain->goals()));
        EXPECT_EQ(test::copied(shown->angles()), test::copied(plain->angles()));
        EXPECT_EQ(shown->runner(0).memory().updatesSinceMove,
                  plain->runner(0).memory().updatesSinceMove);
      }
      EXPECT_EQ(shown->runner(0).updates(), plain->runner(0).updates());
    }
}

}  // namespace
}  // namespace iklab::motion_test
