// Closed forms: every solution reaches its goal by the model's own kinematics, the pose that made the
// goal is among them, and searches from random starts find no other.
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "iklab/analytic.hpp"
#include "iklab/dh.hpp"
#include "iklab/math/random.hpp"
#include "tests/allocations.hpp"

namespace iklab::closed_form_test {
namespace {

using Eigen::Vector3d;

constexpr double kPi = 3.141592653589793, kHalf = kPi / 2;

struct NamedArm {
  const char* name;
  const char* text;  // ClosedForm::classText
  std::vector<DhRow> rows;
};

// The first six by their manufacturers' dimensions.
const std::vector<NamedArm>& arms() {
  static const std::vector<NamedArm> all = {
      {"UR5e",
       "axes 2, 3, 4 are parallel; axes 5, 6 meet",
       {{.alpha = kHalf, .d = 0.1625},
        {.a = -0.425},
        {.a = -0.3922},
        {.alpha = kHalf, .d = 0.1333},
        {.alpha = -kHalf, .d = 0.0997},
        {.d = 0.0996}}},
      {"UR10",
       "axes 2, 3, 4 are parallel; axes 5, 6 meet",
       {{.alpha = kHalf, .d = 0.1273},
        {.a = -0.612},
        {.a = -0.5723},
        {.alpha = kHalf, .d = 0.163941},
        {.alpha = -kHalf, .d = 0.1157},
        {.d = 0.0922}}},
      {"Puma 560",
       "axes 4, 5, 6 meet; axes 2, 3 are parallel",
       {{.alpha = kHalf},
        {.a = 0.4318},
        {.a = 0.0203, .alpha = -kHalf, .d = 0.15005},
        {.alpha = kHalf, .d = 0.4318},
        {.alpha = -kHalf},
        {.d = 0.0563}}},
      {"KR 6",
       "axes 4, 5, 6 meet; axes 2, 3 are parallel",
       {{.a = 0.025, .alpha = -kHalf, .d = 0.4},
        {.a = 0.455},
        {.a = 0.035, .alpha = -kHalf},
        {.alpha = kHalf, .d = 0.42},
        {.alpha = -kHalf},
        {.d = 0.08}}},
      {"IRB 120",
       "axes 4, 5, 6 meet; axes 2, 3 are parallel",
       {{.alpha = -kHalf, .d = 0.29},
        {.a = 0.27},
        {.a = 0.07, .alpha = -kHalf},
        {.alpha = kHalf, .d = 0.302},
        {.alpha = -kHalf},
        {.d = 0.072}}},
      {"M-10iA",
       "axes 4, 5, 6 meet; axes 2, 3 are parallel",
       {{.a = 0.15, .alpha = -kHalf, .d = 0.45},
        {.a = 0.6},
        {.a = 0.2, .alpha = -kHalf},
        {.alpha = kHalf, .d = 0.64},
        {.alpha = -kHalf},
        {.d = 0.1}}},
      {"axes 1, 2 meet",
       "axes 4, 5, 6 meet; axes 1, 2 meet",
       {{.alpha = kHalf},
        {.a = 0.2, .alpha = 0.7, .d = 0.1},
        {.a = 0.3, .alpha = -kHalf, .d = 0.2},
        {.alpha = kHalf, .d = 0.4},
        {.alpha = -kHalf},
        {.d = 0.06}}},
      {"axes 2, 3 meet",
       "axes 4, 5, 6 meet; axes 2, 3 meet",
       {{.a = 0.2, .alpha = kHalf, .d = 0.3},
        {.alpha = -kHalf},
        {.a = 0.1, .alpha = kHalf, .d = 0.5},
        {.alpha = kHalf, .d = 0.4},
        {.alpha = -kHalf},
        {.d = 0.06}}},
      {"wrist alone",
       "axes 4, 5, 6 meet",
       {{.a = 0.1, .alpha = 1.1, .d = 0.3},
        {.a = 0.2, .alpha = 0.7, .d = 0.1},
        {.a = 0.3, .alpha = -kHalf, .d = 0.2},
        {.alpha = kHalf, .d = 0.4},
        {.alpha = -kHalf},
        {.d = 0.06}}},
      {"axes 1, 2 parallel",
       "axes 4, 5, 6 meet",
       {{.a = 0.4, .d = 0.3},
        {.a = 0.2, .alpha = 0.7, .d = 0.1},
        {.a = 0.3, .alpha = -kHalf, .d = 0.2},
        {.alpha = kHalf, .d = 0.4},
        {.alpha = -kHalf},
        {.d = 0.06}}},
      {"three parallel alone",
       "axes 2, 3, 4 are parallel",
       {{.alpha = kHalf, .d = 0.1625},
        {.a = -0.425},
        {.a = -0.3922},
        {.a = 0.05, .alpha = kHalf, .d = 0.1333},
        {.a = 0.03, .alpha = -1.2, .d = 0.0997},
        {.d = 0.0996}}},
      {"axis 3 backwards",
       "axes 2, 3, 4 are parallel; axes 5, 6 meet",
       {{.alpha = kHalf, .d = 0.1625},
        {.a = -0.425, .alpha = kPi},
        {.a = -0.3922, .alpha = kPi},
        {.alpha = kHalf, .d = 0.1333},
        {.alpha = -kHalf, .d = 0.0997},
        {.d = 0.0996}}},
      {"1, 2, 3 parallel",
       "axes 1, 2, 3 are parallel; axes 5, 6 meet",
       {{.a = 0.4, .d = 0.3},
        {.a = 0.3},
        {.a = 0.1, .alpha = 1},
        {.a = 0.2, .alpha = kHalf, .d = 0.1},
        {.alpha = -1.2},
        {.a = 0.1, .d = 0.1}}},
      {"1, 2, 3 parallel, shifted",
       "axes 1, 2, 3 are parallel; axes 4, 5 meet",
       {{.a = 0.4, .d = 0.3},
        {.a = 0.3},
        {.a = 0.1, .alpha = 1},
        {.alpha = kHalf, .d = 0.1},
        {.a = 0.15, .alpha = -1.2},
        {.a = 0.1, .d = 0.1}}},
  };
  return all;
}

Model::Pointer modelOf(Result<Tree> tree) {
  return Model::make(std::move(tree), {{.effector = "tool", .oriented = true}}).take();
}
Model::Pointer modelOf(const NamedArm& arm) { return modelOf(dhTree(arm.rows)); }

// The same arm with its base and tip exchanged: joint i is joint 7 - i, backwards. `shift` adds to
// each angle between axes (radians).
Model::Pointer reversedModel(const Model& model, double shift = 0) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, Vector::Zero(6), pose);
  const Eigen::Matrix3d tipFromWorld = pose.worldFromTip[0].transpose();
  TreeBuilder arm;
  Vector3d before = Vector3d::Zero();
  for (int i = 0; i < 6; ++i) {
    const size_t joint = static_cast<size_t>(5 - i);
    const Vector3d at = tipFromWorld * (pose.origin[joint] - pose.tip[0]);
    const Vector3d axis = -(tipFromWorld * pose.axis[joint]);
    arm.joint({.id = std::to_string(i),
               .parent = i > 0 ? std::to_string(i - 1) : "",
               .xyz = at - before,
               .axis = axis + shift * Vector3d(i, 1, -i)});
    before = at;
  }
  arm.effector({.id = "tool",
                .parent = "5",
                .xyz = -(tipFromWorld * pose.tip[0]) - before,
                .rpy = {0.1, 0.2, 0.3}});
  return modelOf(arm.build());
}

Goal goalAt(const Model& model, const Vector& theta) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  return {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
}

double errorOf(const Model& model, const Vector& theta, const Goal& goal) {
  const Goal at = goalAt(model, theta);
  return (at.position - goal.position).norm() +
         2 * (at.orientation.conjugate() * goal.orientation).vec().norm();
}

double distance(const Vector& a, const Vector& b) {
  double most = 0;
  for (int i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(std::remainder(a[i] - b[i], 2 * kPi)));
  return most;
}
double nearest(const std::vector<Branch>& branches, const Vector& theta) {
  double least = kInfinity;
  for (const Branch& each : branches) least = std::min(least, distance(each.theta, theta));
  return least;
}

Vector randomPose(Random& random) {
  Vector theta(6);
  for (double& each : theta) each = random.uniform(-kPi, kPi);
  return theta;
}

void expectEverySolution(const Model::Pointer& model, const char* name, int poses) {
  const ClosedForm closed = ClosedForm::make(model).take();
  Random random(11);
  int beside = 0;
  for (int i = 0; i < poses; ++i) {
    const Vector theta = randomPose(random);
    const Goal goal = goalAt(*model, theta);
    const auto found = closed.solutions(goal, Vector::Zero(6));
    for (const Branch& branch : found) {
      EXPECT_LT(branch.residual, 1e-12 * 3) << name;
      EXPECT_LT(errorOf(*model, branch.theta, goal), 1e-11) << name;
    }
    EXPECT_EQ(found.size() % 2, 0U) << name << " " << i;
    EXPECT_LT(nearest(found, theta), 1e-5) << name << " " << i;
    beside += nearest(found, theta) > 1e-9;
  }
  EXPECT_LE(beside, 2) << name;  // Of double roots.
}

TEST(ClosedForm, FindsThePoseThatMadeTheGoal) {
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm);
    EXPECT_EQ(ClosedForm::make(model).value().classText(), arm.text) << arm.name;
    expectEverySolution(model, arm.name, 500);
    expectEverySolution(reversedModel(*model), arm.name, 500);
  }
}

// Levenberg's method on the model's own Jacobian; false if it ends elsewhere.
bool descend(const Model& model, const Goal& goal, Vector& theta) {
  Pose pose(model.tree);
  Jacobian jacobian(model.tree, model.task);
  Vector e(6);
  const std::vector<Goal> goals = {goal};
  double lambda = 0.01, before = kInfinity;
  Vector kept = theta;
  for (int i = 0; i < 100; ++i) {
    forwardKinematics(model.tree, theta, pose);
    taskError(model.task, pose, goals, e);
    if (e.norm() < 1e-13) return true;
    if (e.norm() > before) {
      theta = kept, lambda *= 8;
      if (lambda > 1e3) return before < 1e-10;
      forwardKinematics(model.tree, theta, pose);
      taskError(model.task, pose, goals, e);
    } else {
      lambda *= 0.2, kept = theta, before = e.norm();
    }
    jacobian.compute(pose);
    const Matrix j = jacobian.matrix();
    const Matrix normal = j.transpose() * j + lambda * Matrix::Identity(6, 6);
    theta += normal.ldlt().solve(j.transpose() * e);
  }
  return before < 1e-10;
}

TEST(ClosedForm, MissesNoSolutionThatSearchesFind) {
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm);
    const ClosedForm closed = ClosedForm::make(model).take();
    Random random(5);
    int reached = 0;
    for (int i = 0; i < 6; ++i) {
      const Goal goal = goalAt(*model, randomPose(random));
      const auto found = closed.solutions(goal, Vector::Zero(6));
      std::set<size_t> seen;
      for (int k = 0; k < 60; ++k) {
        Vector theta = randomPose(random);
        if (!descend(*model, goal, theta)) continue;
        ++reached;
        EXPECT_LT(nearest(found, theta), 1e-5) << arm.name << " " << i;
        for (size_t b = 0; b < found.size(); ++b)
          if (distance(found[b].theta, theta) < 1e-5) seen.insert(b);
      }
      EXPECT_GE(seen.size(), 1U) << arm.name;
    }
    EXPECT_GT(reached, 60) << arm.name;
  }
}

// The sides are the signs of factors of det J, so two solutions of one goal have different sides.
TEST(ClosedForm, TellsSolutionsApartByTheirSides) {
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm);
    const ClosedForm closed = ClosedForm::make(model).take();
    if (arm.text == std::string("axes 4, 5, 6 meet") ||
        arm.text == std::string("axes 2, 3, 4 are parallel") ||
        std::string(arm.text).find("4, 5 meet") != std::string::npos)
      continue;  // Their det J has fewer factors.
    Random random(21);
    for (int i = 0; i < 100; ++i) {
      const auto found = closed.solutions(goalAt(*model, randomPose(random)), Vector::Zero(6));
      for (size_t a = 0; a < found.size(); ++a)
        for (size_t b = 0; b < a; ++b) EXPECT_FALSE(found[a].sides == found[b].sides) << arm.name;
    }
  }
}

TEST(ClosedForm, KeepsAnglesOfTheStartWhereTheyAreFree) {
  for (const int which : {0, 2, 3}) {
    const Model::Pointer model = modelOf(arms()[static_cast<size_t>(which)]);
    const ClosedForm closed = ClosedForm::make(model).take();
    Random random(9);
    for (const double off : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3}) {
      for (int i = 0; i < 20; ++i) {
        Vector theta = randomPose(random);
        theta[4] = off + (i % 2 > 0 ? kPi : 0);
        const Goal goal = goalAt(*model, theta);
        const auto found = closed.solutions(goal, theta);
        ASSERT_GE(found.size(), 1U) << which << " " << off;
        for (const Branch& branch : found) {
          EXPECT_TRUE(branch.theta.allFinite());
          EXPECT_LT(errorOf(*model, branch.theta, goal), 1e-11) << which << " " << off;
        }
        EXPECT_LT(nearest(found, theta), off < 1e-7 ? 1e-4 : 1e-5) << which << " " << off;
        if (off == 0) {
          bool family = false;
          for (const Branch& branch : found)
            family = family || (branch.family && branch.sides.wrist == 0);
          EXPECT_TRUE(family) << which << " " << i;
        }
      }
    }
  }
}

// On both sides of the boundary of reach: two solutions that merge, then none.
TEST(ClosedForm, LosesASolutionOnlyAtTheBoundaryOfReach) {
  const Model::Pointer model = modelOf(arms()[2]);
  const ClosedForm closed = ClosedForm::make(model).take();
  // With the elbow straight, the wrist is as far from the shoulder as it can be.
  const double straight = std::atan2(0.4318, 0.0203);
  Random random(17);
  for (const double off : {1e-12, 1e-9, 1e-7, 1e-5, 1e-3}) {
    for (int i = 0; i < 20; ++i) {
      Vector theta = randomPose(random);
      theta[2] = -straight;
      const Goal on = goalAt(*model, theta);
      theta[2] += std::sqrt(off);
      const auto inside = closed.solutions(goalAt(*model, theta), Vector::Zero(6));
      EXPECT_LT(nearest(inside, theta), 1e-5) << off;
      // The wrist moves outwards from the shoulder (0, 0, 0), and the orientation stays.
      theta[2] = -straight;
      Pose pose(model->tree);
      forwardKinematics(model->tree, theta, pose);
      Goal outside = on;
      const Vector3d out = pose.origin[4] - pose.origin[1];
      outside.position += std::max(off, 1e-8) * out.normalized();
      for (const Branch& branch : closed.solutions(outside, theta))
        EXPECT_GT(distance(branch.theta, theta), 0.1) << off;
    }
  }
}

TEST(ClosedForm, AcceptsAxesThatFilesRound) {
  const Model::Pointer exact = modelOf(arms()[0]);
  const std::string backwards = "axes 3, 4, 5 are parallel; axes 1, 2 meet";
  for (const double shift : {1e-12, 1e-9, 2e-7}) {
    const Model::Pointer model = reversedModel(*exact, shift);
    const ClosedForm closed = ClosedForm::make(model).take();
    EXPECT_EQ(closed.classText(), backwards) << shift;
    EXPECT_GT(closed.idealised(), 0.5 * shift);
    EXPECT_LT(closed.idealised(), 20 * shift + 1e-15);
    expectEverySolution(model, "rounded", 200);
  }
  EXPECT_FALSE(ClosedForm::make(reversedModel(*exact, 1e-3)));
}

TEST(ClosedForm, SaysWhichAxesMissAClosedForm) {
  NamedArm arm = arms()[2];
  arm.rows[4].a = 0.088;
  arm.rows[2].alpha += 0.2;
  arm.rows[1].alpha += 0.3;
  const auto closed = ClosedForm::make(modelOf(arm));
  ASSERT_FALSE(closed);
  EXPECT_EQ(
      closed.reason(),
      "axes 1, 2, 3 or 4, 5, 6 must meet in a point, or axes 2, 3, 4 or 3, 4, 5 be parallel; axes "
      "4, 5, 6 miss a common point by 88 mm, axes 2, 3, 4 are 61.4° from parallel");
}

TEST(ClosedForm, RejectsOtherChainsAndTasks) {
  std::vector<DhRow> rows = arms()[0].rows;
  const auto reason = [](const Model::Pointer& model) { return ClosedForm::make(model).reason(); };
  EXPECT_EQ(reason(Model::make(dhTree(rows), {{.effector = "tool"}}).take()),
            "a closed form needs a target with a full orientation");
  EXPECT_EQ(reason(Model::make(dhTree(rows), {{.effector = "tool", .oriented = true},
                                              {.effector = "tool", .oriented = true}})
                       .take()),
            "a closed form needs one target");
  rows.push_back({.d = 0.1});
  EXPECT_EQ(reason(modelOf(dhTree(rows))), "the chain has 7 joints; a closed form needs 6");
  EXPECT_EQ(reason(modelOf(dhTree({{.a = 1}, {.a = 1}, {.a = 1}, {.a = 1}, {.a = 1}, {.a = 1}}))),
            "the joints move the effector in 3 of 6 directions");
  rows.pop_back();
  rows[2].kind = JointKind::prismatic;
  EXPECT_EQ(reason(modelOf(dhTree(rows))), "joint \"q3\" is not revolute");
}

TEST(ClosedForm, PutsTheNearestTurnWithinLimitsFirst) {
  NamedArm arm = arms()[0];
  arm.rows[0].lower = -2 * kPi, arm.rows[0].upper = 3 * kPi;
  arm.rows[2].lower = -0.1, arm.rows[2].upper = 0.1;
  const Model::Pointer model = modelOf(arm);
  const ClosedForm closed = ClosedForm::make(model).take();
  Vector theta(6);
  theta << 0.4 + 2 * kPi, -1.2, 0.05, 0.3, 0.9, -0.4;
  const Goal goal = goalAt(*model, theta);
  const auto found = closed.solutions(goal, theta);
  ASSERT_GE(found.size(), 2U);
  EXPECT_LT((found[0].theta - theta).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(found[0].margin, 0.05, 1e-9);
  double before = 0;
  for (const Branch& branch : found) {
    const double turn = (branch.theta - theta).cwiseAbs().maxCoeff();
    EXPECT_GE(turn, before);
    before = turn;
    EXPECT_EQ(branch.margin >= 0, std::abs(branch.theta[2]) <= 0.1);
    EXPECT_GE(branch.theta[0], -2 * kPi);
    EXPECT_LE(branch.theta[0], 3 * kPi);
  }
}

TEST(ClosedForm, LeavesOtherJointsAtTheStart) {
  TreeBuilder builder;
  const Tree six = dhTree(arms()[2].rows).take();
  for (const Joint& j : six.joints())
    builder.joint({.id = j.id,
                   .parent = j.parent >= 0 ? six.joints()[static_cast<size_t>(j.parent)].id : "",
                   .kind = j.kind,
                   .xyz = j.offset,
                   .rpy = j.rpy,
                   .axis = j.axis});
  builder.joint({.id = "finger", .parent = "q6", .kind = JointKind::prismatic});
  const Effector& tool = six.effectors()[0];
  builder.effector({.id = "tool",
                    .parent = six.joints()[static_cast<size_t>(tool.parent)].id,
                    .xyz = tool.offset,
                    .rpy = tool.rpy});
  const Model::Pointer model = modelOf(builder.build());
  Vector theta = Vector::Constant(7, 0.3);
  theta[6] = 0.02;
  const Goal goal = goalAt(*model, theta);
  const auto found = ClosedForm::make(model).value().solutions(goal, theta);
  ASSERT_EQ(found.size(), 8U);
  for (const Branch& branch : found) EXPECT_EQ(branch.theta[6], 0.02);
  EXPECT_LT((found[0].theta - theta).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ClosedForm, DoesNotAllocate) {
  for (const NamedArm& arm : arms()) {
    const Model::Pointer model = modelOf(arm);
    const ClosedForm closed = ClosedForm::make(model).take();
    auto out = closed.branches();
    const Vector start = Vector::Zero(6);
    Vector theta(6);
    theta << 0.4, -1.2, 0.5, 0.3, 0.9, -0.4;
    const Goal goal = goalAt(*model, theta);
    const size_t before = test::allocations();
    EXPECT_GT(closed.solve(goal, start, out), 0);
    EXPECT_EQ(test::allocations(), before) << arm.name;
  }
}

}  // namespace
}  // namespace iklab::closed_form_test
