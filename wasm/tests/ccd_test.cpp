// Cyclic coordinate descent against scans of the objective by full forward kinematics, and against
// a plain sweep that recomputes all frames at every joint.
#include <gtest/gtest.h>

#include "tests/ccd_scene.hpp"

namespace iklab::ccd_test {
namespace {

using namespace ccd_scene;

// ½ sum |t - s|² + ¼ sum w_o² |R_s - R_t|², by full forward kinematics.
class Objective {
 public:
  explicit Objective(const Scene& s) : s_(s), pose_(s.tree) {
    for (const Goal& goal : s.goals) wanted_.push_back(goal.orientation.toRotationMatrix());
  }
  double at(const Vector& theta) {
    forwardKinematics(s_.tree, theta, pose_);
    double f = 0;
    for (size_t i = 0; i < s_.goals.size(); ++i) {
      const TaskTarget& t = s_.task.targets()[i];
      f += 0.5 * (s_.goals[i].position - pose_.tip[t.effector]).squaredNorm();
      if (!t.oriented) continue;
      const double off = (pose_.worldFromTip[t.effector] - wanted_[i]).squaredNorm();
      f += 0.25 * t.orientationWeight * t.orientationWeight * off;
    }
    return f;
  }

 private:
  const Scene& s_;
  Pose pose_;
  std::vector<Eigen::Matrix3d> wanted_;
};

std::vector<bool> carriers(const Scene& s) {
  std::vector<bool> all(static_cast<size_t>(s.tree.columns()), false);
  for (const TaskTarget& t : s.task.targets())
    for (const int c : s.tree.pathToEffector(t.effector)) all[static_cast<size_t>(c)] = true;
  return all;
}

// Columns in the order of a sweep: children before parents.
std::vector<int> sweepOrder(const Tree& tree) {
  std::vector<int> columns;
  for (auto i = tree.order().rbegin(); i != tree.order().rend(); ++i)
    if (tree.joints()[*i].column >= 0) columns.push_back(tree.joints()[*i].column);
  return columns;
}

Scene randomScene(Random& random, double limit) {
  Tree free = test::randomTree(random);
  TreeBuilder builder;
  for (const Joint& j : free.joints()) {
    JointSpec s;
    s.id = j.id;
    if (j.parent >= 0) s.parent = free.joints()[j.parent].id;
    s.kind = j.kind;
    s.xyz = j.offset;
    s.rpy = j.parentFromJoint.eulerAngles(2, 1, 0).reverse();
    s.axis = j.axis;
    s.pitch = j.pitch;
    s.lower = -limit * random.uniform(0.1, 1);
    s.upper = limit * random.uniform(0.1, 1);
    builder.joint(s);
  }
  for (const Effector& e : free.effectors())
    builder.effector({e.id, free.joints()[e.parent].id, e.offset, {0.3, 0.2, -0.7}});
  Scene s{builder.build().take(), {}, {}, {}};
  s.task = test::randomTask(s.tree, random);
  s.theta = Vector::Zero(s.tree.columns());
  for (int c = 0; c < s.theta.size(); ++c)
    s.theta[c] = random.uniform(s.tree.moving(c).lower, s.tree.moving(c).upper);
  s.goals = test::randomGoals(s.task, 3, random);
  return s;
}

class CcdScan : public testing::TestWithParam<bool> {};

// Each joint step is compared with 1500 others over the joint's range, after its descendants and
// before its ancestors have moved.
TEST_P(CcdScan, NoScannedValueIsBetterThanTheStepOfAJoint) {
  const bool limits = GetParam();
  Random random(51);
  int kinds[4] = {}, atEnd = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Scene s = randomScene(random, trial % 3 == 0 ? 9 : 2.5);
    const Vector step = sweepOf(s, limits);
    const auto carries = carriers(s);
    Objective objective(s);
    Vector theta = s.theta;
    for (const int c : sweepOrder(s.tree)) {
      const Joint& j = s.tree.moving(c);
      const double start = s.theta[c], end = start + step[c];
      if (!carries[static_cast<size_t>(c)]) {
        EXPECT_EQ(step[c], 0);
        continue;
      }
      ++kinds[static_cast<int>(j.kind)];
      const double reach = j.kind == JointKind::revolute ? EIGEN_PI : 40;
      const double low = limits ? j.lower : std::min(start - reach, end - reach);
      const double high = limits ? j.upper : std::max(start + reach, end + reach);
      theta[c] = end;
      const double found = objective.at(theta);
      double least = found;
      for (int i = 0; i <= 1500; ++i) {
        theta[c] = low + (high - low) * i / 1500;
        least = std::min(least, objective.at(theta));
      }
      EXPECT_LE(found, least + 1e-11 * (1 + least)) << trial << " " << j.id;
      EXPECT_GE(end, low - 1e-12);
      EXPECT_LE(end, high + 1e-12);
      atEnd += limits && (end < low + 1e-9 || end > high - 1e-9);
      // Among equivalent angles, the nearest one in the range.
      for (const double other : {end - 2 * EIGEN_PI, end + 2 * EIGEN_PI}) {
        const bool allowed = !limits || (other > low && other < high);
        if (j.kind != JointKind::revolute || !allowed) continue;
        EXPECT_LE(std::abs(step[c]), std::abs(other - start) + 1e-12);
      }
      theta[c] = end;
    }
  }
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic, JointKind::screw})
    EXPECT_GT(kinds[static_cast<int>(kind)], 60);
  EXPECT_TRUE(!limits || atEnd > 40) << atEnd;
}

INSTANTIATE_TEST_SUITE_P(Ccd, CcdScan, testing::Values(false, true), [](const auto& info) {
  return info.param ? "InsideLimits" : "WithoutLimits";
});

// Computes the derivative at the resulting angle by a different formula than the method.
TEST(Ccd, ScrewStepEndsWhereTheDerivativeIsZero) {
  Random random(52);
  for (int trial = 0; trial < 200; ++trial) {
    TreeBuilder builder;
    JointSpec s;
    s.id = "screw", s.kind = JointKind::screw;
    s.pitch = std::pow(10, random.uniform(-3, 1)) * (trial % 2 ? 1 : -1);
    s.axis = test::randomVector(3, 1, random);
    builder.joint(s);
    builder.effector({"tip", "screw", test::randomVector(3, 2, random)});
    Scene scene{builder.build().take(), {}, Vector::Zero(1), {}};
    scene.task.add(0, false, 1);
    scene.theta[0] = random.uniform(-3, 3);
    scene.goals = test::randomGoals(scene.task, 3, random);
    scene.theta += sweepOf(scene);
    Pose pose(scene.tree);
    forwardKinematics(scene.tree, scene.theta, pose);
    const Vector3d e = scene.goals[0].position - pose.tip[0];
    const Vector3d velocity = pointVelocity(scene.tree, pose, 0, pose.tip[0]);
    const double scale = 1 + scene.theta.norm() + velocity.squaredNorm();
    EXPECT_NEAR(e.dot(velocity) / velocity.squaredNorm(), 0, 1e-12 * scale) << trial;
  }
}

// A sweep that recomputes forward kinematics at every joint and sums over the targets.
Vector plainSweep(const Scene& s) {
  Vector theta = s.theta;
  Pose pose(s.tree);
  for (const int c : sweepOrder(s.tree)) {
    forwardKinematics(s.tree, theta, pose);
    const int joint = s.tree.jointOfColumn(c);
    const Vector3d z = pose.axis[joint], p = pose.origin[joint];
    double a = 0, b = 0;
    for (size_t i = 0; i < s.goals.size(); ++i) {
      const TaskTarget& target = s.task.targets()[i];
      const auto& path = s.tree.pathToEffector(target.effector);
      if (std::find(path.begin(), path.end(), c) == path.end()) continue;
      const Vector3d r = pose.tip[target.effector] - p, t = s.goals[i].position - p;
      a += r.dot(t) - r.dot(z) * t.dot(z);
      b += z.dot(r.cross(t));
    }
    if (a != 0 || b != 0) theta[c] += std::atan2(b, a);
  }
  return theta - s.theta;
}

Scene longChain() {
  TreeBuilder builder;
  for (int i = 0; i < 256; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {0.1, 0, 0};
    s.axis = Vector3d::Unit((i + 2) % 3);
    builder.joint(s);
  }
  builder.effector({"tip", "255", {0.1, 0, 0}});
  return {builder.build().take(), {}, {}, {}};
}

TEST(Ccd, MatchesASweepWithFullForwardKinematicsPerJoint) {
  Random random(53);
  Scene scenes[] = {{test::treeFrom(test::preset("trees/double-y.json")), {}, {}, {}}, longChain()};
  for (Scene& s : scenes) {
    for (size_t k = 0; k < s.tree.effectors().size(); ++k)
      s.task.add(static_cast<int>(k), false, 1);
    s.theta = test::randomVector(s.tree.columns(), 0.6, random);
    for (int update = 0; update < 3; ++update) {
      s.goals = test::randomGoals(s.task, 2, random);
      const Vector step = sweepOf(s);
      EXPECT_LT((step - plainSweep(s)).cwiseAbs().maxCoeff(), 1e-9);
      s.theta += step;
    }
  }
}

TEST(Ccd, NeverRaisesTheObjective) {
  Random random(54);
  for (int trial = 0; trial < 60; ++trial) {
    Scene s = randomScene(random, 3);
    Objective objective(s);
    double before = objective.at(s.theta);
    for (int update = 0; update < 30; ++update) {
      s.theta += sweepOf(s, trial % 2);
      const double now = objective.at(s.theta);
      EXPECT_LE(now, before * (1 + 1e-13) + 1e-13) << trial << " " << update;
      before = now;
    }
  }
}

TEST(Ccd, GainMovesTheTargetThatFractionOfTheWay) {
  Random random(56);
  for (int trial = 0; trial < 20; ++trial) {
    Scene s = randomScene(random, 3);
    Scene nearer = s;
    Pose pose(s.tree);
    forwardKinematics(s.tree, s.theta, pose);
    for (size_t i = 0; i < s.goals.size(); ++i) {
      const int k = s.task.targets()[i].effector;
      const Eigen::Quaterniond now(pose.worldFromTip[k]);
      nearer.goals[i].position = 0.7 * pose.tip[k] + 0.3 * s.goals[i].position;
      nearer.goals[i].orientation = now.slerp(0.3, s.goals[i].orientation);
    }
    EXPECT_LT((sweepOf(s, false, 0.3) - sweepOf(nearer)).norm(), 1e-9);
  }
}

TEST(Ccd, MaxTurnBoundsEachRotationAndKeepsTheDescent) {
  Random random(57);
  for (int trial = 0; trial < 20; ++trial) {
    const Scene s = randomScene(random, 3);
    const Vector step = sweepOf(s, false, 1, 0.05);
    for (int c = 0; c < step.size(); ++c) {
      EXPECT_TRUE(s.tree.moving(c).slides() || std::abs(step[c]) <= 0.05);
    }
    Objective objective(s);
    EXPECT_LE(objective.at(s.theta + step), objective.at(s.theta) * (1 + 1e-13));
  }
}

}  // namespace
}  // namespace iklab::ccd_test
