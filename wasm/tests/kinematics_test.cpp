#include "iklab/core/kinematics.hpp"

#include <fstream>
#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::kinematics_test {
namespace {

using Eigen::Vector3d;

// e at theta; goals fixed, so that -de/dtheta is J for positions.
Vector errorAt(const Tree& tree, const Task& task, const std::vector<Goal>& goals,
               const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  Vector e(task.rows());
  taskError(task, pose, goals, e);
  return e;
}

// Position rows by central differences of effector positions; orientation rows by the rotation
// vector from the pose at -h to the pose at +h. Neither uses the joint axes from which the Jacobian
// is computed.
Matrix differences(const Tree& tree, const Task& task, const Vector& theta) {
  const double h = 1e-6;
  Matrix j(task.rows(), tree.columns());
  Pose low(tree), high(tree);
  for (int c = 0; c < tree.columns(); ++c) {
    Vector moved = theta;
    moved[c] = theta[c] - h;
    forwardKinematics(tree, moved, low);
    moved[c] = theta[c] + h;
    forwardKinematics(tree, moved, high);
    for (const TaskTarget& t : task.targets()) {
      j.col(c).segment<3>(t.row) = (high.tip[t.effector] - low.tip[t.effector]) / (2 * h);
      if (!t.oriented) continue;
      const Eigen::Matrix3d turn =
          high.worldFromTip[t.effector] * low.worldFromTip[t.effector].transpose();
      j.col(c).segment<3>(t.row + 3) = t.orientationWeight * rotationVector(turn) / (2 * h);
    }
  }
  return j;
}

TEST(Jacobian, MatchesFiniteDifferencesOnRandomTreesSeed7) {
  Random random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const Tree tree = test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 3, random);
    Pose pose(tree);
    forwardKinematics(tree, theta, pose);
    Jacobian jacobian(tree, task);
    jacobian.compute(pose);
    const Matrix& j = jacobian.matrix();
    EXPECT_LT((j - differences(tree, task, theta)).cwiseAbs().maxCoeff(), 2e-8) << trial;

    // The sparse products against the dense ones.
    const Vector x = test::randomVector(tree.columns(), 1, random);
    const Vector e = test::randomVector(task.rows(), 1, random);
    Vector y(task.rows()), z(tree.columns());
    jacobian.times(x, y);
    jacobian.transposeTimes(e, z);
    const test::Products products(jacobian);
    EXPECT_LT((y - j * x).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((z - j.transpose() * e).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((products.outer - j * j.transpose()).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_LT((products.inner - j.transpose() * j).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_NEAR(jacobian.norm(), j.norm(), 1e-12 * (1 + j.norm()));
    EXPECT_NEAR(jacobian.strands().largestColumn(z.data()), j.colwise().squaredNorm().maxCoeff(),
                1e-11);
  }
}

TEST(TaskError, MatchesTheJacobianToFirstOrder) {
  Random random(8);
  for (int trial = 0; trial < 100; ++trial) {
    const Tree tree = test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 3, random);
    // Goals at a nearby pose: e is J times the joint displacement, to second order.
    const double h = 1e-5;
    const Vector way = h * test::randomVector(tree.columns(), 1, random);
    Pose there(tree), here(tree);
    forwardKinematics(tree, theta + way, there);
    forwardKinematics(tree, theta, here);
    std::vector<Goal> goals;
    for (const TaskTarget& t : task.targets())
      goals.push_back({there.tip[t.effector], Eigen::Quaterniond(there.worldFromTip[t.effector])});
    Jacobian jacobian(tree, task);
    jacobian.compute(here);
    const Vector e = errorAt(tree, task, goals, theta);
    EXPECT_LT((e - jacobian.matrix() * way).norm(), 2e3 * h * h) << trial;
  }
}

TEST(RotationVector, IsAxisTimesAngle) {
  Random random(9);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vector3d axis = test::randomVector(3, 1, random).normalized();
    const double angle = std::pow(10, random.uniform(-9, 0)) * EIGEN_PI;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    EXPECT_LT((rotationVector(turn) - angle * axis).norm(), 1e-8 * angle + 1e-15) << trial;
  }
}

TEST(RotationVector, ChoosesAConsistentAxisAt180Degrees) {
  for (const Vector3d& axis : {Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1),
                               Vector3d(0.6, 0, -0.8), Vector3d(0, 0.6, -0.8)}) {
    const Eigen::Matrix3d turn = 2 * axis * axis.transpose() - Eigen::Matrix3d::Identity();
    EXPECT_LT((rotationVector(turn) - EIGEN_PI * axis).norm(), 1e-12) << axis.transpose();
    EXPECT_LE(rotationVector(turn).norm(), EIGEN_PI + 1e-15);
  }
  EXPECT_EQ(rotationVector(Eigen::Matrix3d::Identity()), Vector3d::Zero());
}

// Jacobians and positions of the published program.
TEST(Jacobian, MatchesTheReferenceSteps) {
  for (const std::string name : {"y", "double-y"}) {
    const Tree tree = test::treeFrom(test::preset("trees/" + name + ".json"));
    Task task;
    for (size_t k = 0; k < tree.effectors().size(); ++k) task.add(static_cast<int>(k), false, 1);
    std::ifstream in(std::string(IKLAB_DATA_DIR) + "/steps/" + name + ".jsonl");
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) {
      const test::Json r = test::Json::parse(line);
      const auto theta = r["theta"].get<std::vector<double>>();
      const auto expected = r["J"].get<std::vector<double>>();
      const auto s = r["s"].get<std::vector<double>>();
      Pose pose(tree);
      forwardKinematics(tree, Eigen::Map<const Vector>(theta.data(), tree.columns()), pose);
      Jacobian jacobian(tree, task);
      jacobian.compute(pose);
      for (int i = 0; i < task.rows(); ++i) {
        EXPECT_NEAR(pose.tip[i / 3][i % 3], s[i], 1e-13);
        for (int c = 0; c < tree.columns(); ++c)
          EXPECT_NEAR(jacobian.matrix()(i, c), expected[i * tree.columns() + c], 1e-13);
      }
    }
    EXPECT_GE(count, 50) << name;
  }
}

TEST(ForwardKinematics, MatchesTheClosedFormWithUrdfFrames) {
  TreeBuilder builder;
  JointSpec base, slider, nut;
  base.id = "base";
  base.xyz = {1, 2, 3};
  base.rpy = {0, 0, EIGEN_PI / 2};  // Its x axis is the world's y.
  base.axis = {0, 0, 1};
  slider.id = "slider", slider.parent = "base", slider.kind = JointKind::prismatic;
  slider.xyz = {1, 0, 0};
  slider.axis = {2, 0, 0};
  nut.id = "nut", nut.parent = "slider", nut.kind = JointKind::screw;
  nut.axis = {0, 0, 1}, nut.pitch = 0.1;
  for (const JointSpec& s : {nut, slider, base}) builder.joint(s);  // Children first.
  builder.effector({"tip", "nut", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Pose pose(tree);
  Vector theta(3);
  theta << EIGEN_PI / 2, 0.5, -EIGEN_PI / 2;  // Nut, slider, base.
  forwardKinematics(tree, theta, pose);
  // Base rotated back: x is the world's x; slider out by 1.5; nut up by 0.1 pi/2, tip along y.
  EXPECT_LT((pose.tip[0] - Vector3d(2.5, 3, 3 + 0.05 * EIGEN_PI)).norm(), 1e-15);
}

}  // namespace
}  // namespace iklab::kinematics_test
