// Tolerances per axis against the twist by another formula.
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::tolerance_test {
namespace {

using Eigen::Vector3d;

// The rotation vector from the quaternion between the two orientations, with its angle by atan2.
Vector3d turnOf(const Goal& goal, const Eigen::Matrix3d& tip) {
  Eigen::Quaterniond between = goal.orientation * Eigen::Quaterniond(tip).conjugate();
  if (between.w() < 0) between.coeffs() *= -1;
  const double half = std::atan2(between.vec().norm(), between.w());
  return between.vec().normalized() * (2 * half);
}

bool inside(const Pose& pose, const Task& task, const std::vector<Goal>& goals,
            const StopRules& rules) {
  double sum = 0;
  bool all = true;
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    const Vector3d off = goals[i].position - pose.tip[t.effector];
    const Vector3d turn =
        t.oriented ? turnOf(goals[i], pose.worldFromTip[t.effector]) : Vector3d::Zero();
    for (int axis = 0; axis < 3 && t.tolerance; ++axis)
      all = all && std::abs(off[axis]) <= t.tolerance->position &&
            std::abs(turn[axis]) <= t.tolerance->rotation;
    if (!t.tolerance) sum += off.norm(), all = all && turn.norm() <= rules.orientationTolerance;
  }
  return all && sum <= rules.tolerance;
}

Task someTask(const Tree& tree, Random& random) {
  Task task;
  for (size_t k = 0; k < tree.effectors().size(); ++k) {
    const double weight = random.uniform(0.1, 2);
    const bool oriented = random.unit() < 0.6;
    std::optional<AxisTolerance> own;
    if (random.unit() < 0.7) own = {random.uniform(0, 0.2), random.uniform(0, 0.2)};
    task.add(static_cast<int>(k), oriented, weight, own);
  }
  return task;
}

TEST(AxisTolerance, MatchesAnIndependentTwistSeed61) {
  Random random(61);
  int in = 0, out = 0;
  const StopRules rules{.tolerance = 0.2, .orientationTolerance = 0.15};
  for (int trial = 0; trial < 3000; ++trial) {
    const Tree tree = test::randomTree(random);
    const Task task = someTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 2, random);
    const Vector near = theta + test::randomVector(tree.columns(), 0.05, random);
    const std::vector<Goal> goals = test::goalsAt(tree, task, near);
    Pose pose(tree);
    forwardKinematics(tree, theta, pose);
    Vector e(task.rows());
    taskError(task, pose, goals, e);
    const bool expected = inside(pose, task, goals, rules);
    EXPECT_EQ(within(rules, task, e), expected) << trial;
    ++(expected ? in : out);
  }
  EXPECT_GT(in, 500);
  EXPECT_GT(out, 500);
}

// The tip must be close; the elbow, whose target is out of reach, may deviate along x and y.
TEST(AxisTolerance, ReplacesTheSumOfErrorsInTheStopRule) {
  TreeBuilder builder;
  builder.joint({.id = "a"});
  builder.joint({.id = "b", .parent = "a", .xyz = {1, 0, 0}});
  builder.effector({"elbow", "a", {1, 0, 0}});
  builder.effector({"tip", "b", {1, 0, 0}});
  const Tree tree = builder.build().take();
  const auto run = [&](std::optional<AxisTolerance> own) {
    LabSpec spec;
    spec.targets = {{.effector = 1, .base = {.position = {1.5, 0.8, 0}}},
                    {.effector = 0, .base = {.position = {1.1, 0.1, 0}}, .tolerance = own}};
    spec.start = Eigen::Vector2d(-0.1, 1);
    spec.run.mode = RunMode::converge;
    spec.run.rules = {.minImprovement = 0, .maxRises = 1000, .maxUpdates = 500};
    const auto lab = Lab::open(tree, spec).take();
    const std::vector<double> row = test::panelRow("priority");
    std::copy(row.begin(), row.end(), lab->params().begin());
    EXPECT_EQ(lab->restart(1), "");
    while (!lab->advance(100)) continue;
    return lab->runner(0).stop();
  };
  EXPECT_NE(run({}), Stop::reached);
  EXPECT_EQ(run(AxisTolerance{0.5, 0}), Stop::reached);
}

TEST(AxisTolerance, RejectsNegativeValues) {
  LabSpec spec;
  spec.targets = {{.tolerance = AxisTolerance{-1, 0.1}}};
  const auto tree = [] {
    TreeBuilder builder;
    builder.joint({.id = "a"});
    builder.effector({"tip", "a", {1, 0, 0}});
    return builder.build().take();
  };
  EXPECT_EQ(Lab::open(tree(), spec).reason(), "a target's tolerances must not be below 0");
  EXPECT_EQ(
      Model::make(tree(), {{.effector = "tip", .tolerance = AxisTolerance{0.1, -1}}}).reason(),
      "target on 'tip': its tolerances must not be below 0");
}

}  // namespace
}  // namespace iklab::tolerance_test
