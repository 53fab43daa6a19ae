// Several targets on one effector: rows by differences, distances and angles by forward kinematics,
// and the final position between two conflicting targets.
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::shared_effector_test {
namespace {

constexpr int kJoints = 7;

Tree arm() {
  TreeBuilder builder;
  for (int i = 0; i < kJoints; ++i)
    builder.joint({.id = "j" + std::to_string(i),
                   .parent = i ? "j" + std::to_string(i - 1) : "",
                   .xyz = {i ? 0.4 : 0.0, 0, 0},
                   .axis = i % 3 == 0   ? Eigen::Vector3d(0, 0, 1)
                           : i % 3 == 1 ? Eigen::Vector3d(0, 1, 0)
                                        : Eigen::Vector3d(1, 0, 0)});
  builder.effector({"tip", "j6", {0.3, 0.1, 0}, {0.2, 0, 0.4}});
  return builder.build().take();
}

// One target for the position, and one for the orientation only, with its own frame.
Model::Pointer apart() {
  return Model::make(arm(), {{.effector = "tip"},
                             {.effector = "tip",
                              .oriented = true,
                              .orientationWeight = 0.7,
                              .freedom = {.position = {true, true, true}}}})
      .take();
}

Model::Pointer twice() { return Model::make(arm(), {{"tip"}, {"tip"}}).take(); }

std::vector<Goal> goalsAt(const Model& model, const Vector& theta) {
  return test::goalsAt(model.tree, model.task, theta);
}

TEST(SharedEffector, JacobianMatchesFiniteDifferencesSeed61) {
  Random random(61);
  constexpr double kStep = 1e-6;
  for (int trial = 0; trial < 20; ++trial) {
    const auto model = apart();
    ASSERT_EQ(model->rows(), 9);
    const Vector theta = test::randomVector(kJoints, 2, random);
    std::vector<Goal> goals = goalsAt(*model, theta);
    goals[0].position += test::randomVector(3, 1, random);
    goals[1].position = test::randomVector(3, 1, random);  // This position has no effect.
    Pose pose(model->tree);
    Jacobian jacobian(model->tree, model->task);
    forwardKinematics(model->tree, theta, pose);
    jacobian.compute(pose, goals);
    const auto errorAt = [&](const Vector& at) {
      Vector e(model->rows());
      forwardKinematics(model->tree, at, pose);
      taskError(model->task, pose, goals, e);
      return e;
    };
    for (int c = 0; c < kJoints; ++c) {
      const Vector by = kStep * Vector::Unit(kJoints, c);
      const Vector slope = (errorAt(theta + by) - errorAt(theta - by)) / (2 * kStep);
      EXPECT_LT((jacobian.matrix().col(c) + slope).norm(), 1e-8) << trial << " " << c;
    }
  }
}

TEST(SharedEffector, EachTargetReportsItsOwnResidualSeed62) {
  Random random(62);
  int reached = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const auto model = apart();
    std::vector<Goal> goals = goalsAt(*model, test::randomVector(kJoints, 1, random));
    goals[1].position = test::randomVector(3, 5, random);
    const Solution s = Solver(model, LevenbergMarquardtOptions{})
                           .solve(Vector::Constant(kJoints, 0.2), goals, {.maxUpdates = 200})
                           .take();
    Pose pose(model->tree);
    forwardKinematics(model->tree, s.theta, pose);
    EXPECT_NEAR(s.distances[0], (goals[0].position - pose.tip[0]).norm(), 1e-12);
    EXPECT_EQ(s.distances[1], 0);
    EXPECT_EQ(s.angles[0], 0);
    const Eigen::AngleAxisd off(goals[1].orientation.toRotationMatrix() *
                                pose.worldFromTip[0].transpose());
    EXPECT_NEAR(s.angles[1], off.angle(), 1e-7);
    reached += s.reached();
  }
  EXPECT_GT(reached, 7);
}

// The effector ends halfway between two points, or at the first one if it has priority.
TEST(SharedEffector, EndsBetweenConflictingTargetsOrAtTheFirstByPriority) {
  const auto model = twice();
  std::vector<Goal> goals = goalsAt(*model, Vector::Constant(kJoints, 0.3));
  const Eigen::Vector3d apart(0.1, -0.2, 0.2);
  goals[1].position = goals[0].position + apart;
  const auto solved = [&](const MethodOptions& method) {
    return Solver(model, method)
        .solve(Vector::Constant(kJoints, 0.2), goals, {.minImprovement = 0, .maxUpdates = 500})
        .take();
  };
  for (const MethodOptions& method :
       {MethodOptions(DlsOptions{.lambda = 0.2}), MethodOptions(NewtonOptions{}),
        MethodOptions(CcdOptions{})}) {
    const Solution s = solved(method);
    Pose pose(model->tree);
    forwardKinematics(model->tree, s.theta, pose);
    EXPECT_LT((pose.tip[0] - goals[0].position - 0.5 * apart).norm(), 1e-6) << method.entry().id;
  }
  EXPECT_LT(solved(PriorityOptions{.lambda = 0.01}).distances[0], 1e-6);
  EXPECT_NEAR(solved(PriorityOptions{.lambda = 0.01}).distances[1], 0.3, 1e-6);
}

TEST(SharedEffector, EveryMethodStaysFinite) {
  for (const auto& model : {apart(), twice()})
    for (const auto& method : test::methods()) {
      const Solver solver(model, MethodOptions(method->id));
      Workspace workspace(solver);
      Memory memory{Vector::Constant(kJoints, 0.1)};
      std::vector<Goal> goals = goalsAt(*model, Vector::Constant(kJoints, 0.5));
      goals[1].position += Eigen::Vector3d(0.3, 0.2, -0.4);
      for (int u = 0; u < 40; ++u) {
        solver.update(memory, goals, workspace);
        ASSERT_TRUE(memory.theta.allFinite()) << method->id;
      }
      EXPECT_LT(workspace.error(), 2) << method->id;
    }
}

TEST(SharedEffector, EndsMidwayBetweenItsTargetsInALab) {
  LabSpec spec;
  const auto model = twice();
  for (const Goal& goal : goalsAt(*model, Vector::Constant(kJoints, 0.3)))
    spec.targets.push_back({.effector = 0, .base = goal});
  const auto lab = Lab::open(arm(), spec).take();
  ASSERT_EQ(lab->setPanel(0, DlsOptions{}), "");
  ASSERT_EQ(lab->restart(1), "");
  for (int frame = 0; frame < 200; ++frame) lab->advance(1);
  EXPECT_LT(lab->misses()[0], 1e-3);
  EXPECT_EQ(lab->misses()[0], lab->misses()[1]);
}

}  // namespace
}  // namespace iklab::shared_effector_test
