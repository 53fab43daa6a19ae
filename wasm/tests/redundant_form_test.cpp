// Solutions of arms with seven joints at a value of their parameter: each reaches its goal by the
// model's own kinematics, the pose that made the goal is among them, and no other pose that searches
// find is missing.
#include <cmath>
#include <gtest/gtest.h>

#include "tests/allocations.hpp"
#include "tests/seven_axis_arms.hpp"

namespace iklab::redundant_form_test {
namespace {

using namespace test;
using Eigen::Vector3d;

constexpr double kPi = 2 * kHalfPi;

struct NamedArm {
  const char* name;
  const char* text;  // RedundantForm::classText
  Model::Pointer model;
};

// The iiwa with an elbow whose axis 4 is off the line through axes 3 and 5.
std::vector<DhRow> bentElbow() {
  auto rows = iiwaRows();
  rows[2].a = 0.05, rows[3].a = -0.04, rows[3].d = 0.03;
  return rows;
}
// Links of other lengths, twists that are no right angles.
std::vector<DhRow> crooked() {
  auto rows = iiwaRows();
  rows[0].alpha = -1.3, rows[1].alpha = 1.1, rows[2].alpha = 1.2, rows[3].alpha = -1.4;
  rows[4].alpha = -1.25, rows[5].alpha = 1.7, rows[4].d = 0.31;
  return rows;
}
// No three axes meet. Axes 2, 3, 4 are parallel: a UR arm with a joint 7 that is set off.
std::vector<DhRow> parallelArm() {
  return {{.alpha = kHalfPi, .d = 0.16},
          {.a = -0.42},
          {.a = -0.39},
          {.alpha = kHalfPi, .d = 0.13},
          {.alpha = -1.3, .d = 0.1},
          {.a = 0.06, .alpha = 0.9, .d = 0.1},
          {.d = 0.08}};
}

const std::vector<NamedArm>& arms() {
  const char* swivel = "axes 1, 2, 3 meet; axes 5, 6, 7 meet";
  static const std::vector<NamedArm> all = {
      {"iiwa", swivel, iiwaModel()},
      {"bent elbow", swivel, orientedModel(dhTree(bentElbow()))},
      {"crooked", swivel, orientedModel(dhTree(crooked()))},
      {"Panda", "joint \"q7\" is held; axes 1, 2, 3 meet; axes 5, 6 meet", pandaModel()},
      {"Gen3", "joint \"q1\" is held; axes 5, 6, 7 meet; axes 2, 3 meet", gen3Model()},
      {"parallel", "joint \"q7\" is held; axes 2, 3, 4 are parallel; axes 5, 6 meet",
       orientedModel(dhTree(parallelArm()))}};
  return all;
}

double nearest(const std::vector<Branch>& branches, const Vector& theta) {
  double least = kInfinity;
  for (const Branch& each : branches) least = std::min(least, largestTurn(each.theta, theta));
  return least;
}

TEST(RedundantForm, FindsThePoseThatMadeTheGoal) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    EXPECT_EQ(form.classText(), arm.text) << arm.name;
    EXPECT_LT(form.idealised(), 1e-11);
    Random random(11);
    int beside = 0;
    for (int i = 0; i < 10000; ++i) {
      const Vector theta = randomPose(random);
      const Goal goal = goalAt(*arm.model, theta);
      const double parameter = form.parameterOf(theta);
      const auto found = form.solutions(goal, Vector::Zero(7), parameter);
      EXPECT_EQ(found.size() % 2, 0U) << arm.name << " " << i;
      for (const Branch& branch : found) {
        EXPECT_LT(branch.residual, 2e-12) << arm.name;
        EXPECT_LT(errorAt(*arm.model, branch.theta, goal), 1e-11) << arm.name;
        // The elbow circle of a bent elbow is small where its arm is almost straight.
        EXPECT_NEAR(std::remainder(form.parameterOf(branch.theta) - parameter, 2 * kPi), 0, 1e-8)
            << arm.name << " " << i;
      }
      EXPECT_LT(nearest(found, theta), 1e-5) << arm.name << " " << i;
      beside += nearest(found, theta) > 1e-9;
    }
    EXPECT_LE(beside, 4) << arm.name;  // Of double roots.
  }
}

// Newton's method with the least norm on the model's own Jacobian; false if it ends elsewhere.
bool descend(const Model& model, const Goal& goal, Vector& theta) {
  Pose pose(model.tree);
  Jacobian jacobian(model.tree, model.task);
  Vector e(6);
  const std::vector<Goal> goals = {goal};
  for (int i = 0; i < 60; ++i) {
    forwardKinematics(model.tree, theta, pose);
    taskError(model.task, pose, goals, e);
    if (e.norm() < 1e-13) return true;
    jacobian.compute(pose);
    const Matrix j = jacobian.matrix();
    const double lambda = 1e-3 * e.squaredNorm();
    const Matrix normal = j * j.transpose() + lambda * Matrix::Identity(6, 6);
    const Vector step = j.transpose() * normal.ldlt().solve(e);
    theta += step * std::min(1.0, 0.5 / step.norm());
  }
  return false;
}

TEST(RedundantForm, MissesNoSolutionThatSearchesFind) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    Random random(5);
    int reached = 0;
    for (int i = 0; i < 20; ++i) {
      const Goal goal = goalAt(*arm.model, randomPose(random));
      for (int k = 0; k < 20; ++k) {
        Vector theta = randomPose(random);
        if (!descend(*arm.model, goal, theta)) continue;
        ++reached;
        const auto found = form.solutions(goal, Vector::Zero(7), form.parameterOf(theta));
        EXPECT_LT(nearest(found, theta), 1e-5) << arm.name << " " << i;
      }
    }
    EXPECT_GT(reached, 100) << arm.name;
  }
}

// Two solutions at one psi have different sides.
TEST(RedundantForm, FindsEightSidesOfASphericalShoulderAndWrist) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    if (form.heldColumn()) continue;
    Random random(21);
    for (int i = 0; i < 100; ++i) {
      const Vector theta = randomPose(random);
      const auto found = form.solutions(goalAt(*arm.model, theta), theta, form.parameterOf(theta));
      EXPECT_GE(found.size(), 2U);
      if (arm.name == std::string("iiwa")) {
        EXPECT_EQ(found.size(), 8U) << i;
      }
      for (size_t a = 0; a < found.size(); ++a)
        for (size_t b = 0; b < a; ++b) EXPECT_FALSE(found[a].sides == found[b].sides) << arm.name;
    }
  }
}

Vector3d originOf(const Model& model, const Vector& theta, size_t joint) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  return pose.origin[joint];
}

// The swivel angle of an iiwa. The direction of angle 0 is -x for a wrist straight above, and is
// turned by the least rotation from there to the wrist.
double expectedSwivel(const Model& model, const Vector& theta) {
  const Vector3d shoulder(0, 0, 0.34);
  const Vector3d elbow = originOf(model, theta, 3) - shoulder;
  const Vector3d p = (originOf(model, theta, 5) - shoulder).normalized();
  const auto least = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), p);
  const Vector3d x = least * -Vector3d::UnitX();
  return std::atan2(p.cross(x).dot(elbow), x.dot(elbow));
}

TEST(RedundantForm, MeasuresTheSwivelAngleByTheStereographicReference) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Random random(31);
  for (int i = 0; i < 500; ++i) {
    const Vector theta = randomPose(random);
    const double off = form.parameterOf(theta) - expectedSwivel(*model, theta);
    EXPECT_NEAR(std::remainder(off, 2 * kPi), 0, 1e-8) << i;
  }
  // The elbow above a hand in front.
  Vector front(7);
  front << 0, 0.6, 0, -1.2, 0, 0.5, 0;
  EXPECT_NEAR(form.parameterOf(front), 0, 1e-12);
}

// Anywhere but beside the half-line through the base.
TEST(RedundantForm, ChangesTheSwivelAngleSmoothlyInFront) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Random random(32);
  int tried = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vector theta = randomPose(random);
    const Vector3d p = (originOf(*model, theta, 5) - Vector3d(0, 0, 0.34)).normalized();
    if (p.z() < -0.9 || std::abs(std::sin(theta[3])) < 0.3) continue;
    ++tried;
    const Vector near = theta + 1e-5 * randomPose(random) / kPi;
    const double change = form.parameterOf(near) - form.parameterOf(theta);
    EXPECT_LT(std::abs(std::remainder(change, 2 * kPi)), 1e-3) << i;
  }
  EXPECT_GT(tried, 1000);
}

TEST(RedundantForm, TurnsTheElbowByTheStepOfTheSwivelAngle) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Vector theta(7);
  theta << 0.3, 0.7, -0.4, -1.3, 0.5, 0.9, 0.2;
  const Goal goal = goalAt(*model, theta);
  const double start = form.parameterOf(theta);
  const Vector3d shoulder(0, 0, 0.34), wrist = originOf(*model, theta, 5);
  const Vector3d p = (wrist - shoulder).normalized(), elbow = originOf(*model, theta, 3);
  Vector at = theta;
  for (int step = 1; step <= 360; ++step) {
    const double turn = step * kPi / 180;
    at = form.solutions(goal, at, start + turn).front().theta;
    const Vector3d expected = shoulder + Eigen::AngleAxisd(turn, p) * (elbow - shoulder);
    EXPECT_LT((originOf(*model, at, 3) - expected).norm(), 1e-12) << step;
  }
  EXPECT_LT(nearest(form.solutions(goal, at, start + 2 * kPi), theta), 1e-11);
}

// A straight arm has a circle that is a point.
TEST(RedundantForm, StaysFiniteWhereTheElbowCircleIsAPoint) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    Random random(13);
    for (const double bend : {0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3})
      for (int i = 0; i < 20; ++i) {
        Vector theta = randomPose(random);
        theta[3] = i % 2 > 0 ? bend : -bend;
        if (i % 5 == 0) theta[1] = bend;
        if (i % 5 == 1) theta[5] = bend;
        const Goal goal = goalAt(*arm.model, theta);
        const double parameter = form.parameterOf(theta);
        ASSERT_TRUE(std::isfinite(parameter)) << arm.name << " " << bend;
        for (const double off : {0.0, 0.7}) {
          const auto found = form.solutions(goal, theta, parameter + off);
          for (const Branch& branch : found) {
            EXPECT_TRUE(branch.theta.allFinite()) << arm.name << " " << bend;
            EXPECT_LT(errorAt(*arm.model, branch.theta, goal), 1e-11) << arm.name << " " << bend;
          }
          for (size_t b = 1; b < found.size(); ++b)
            EXPECT_GT(
                nearest({found.begin(), found.begin() + static_cast<long>(b)}, found[b].theta),
                1e-8)
                << arm.name << " " << bend << " " << i;
          if (off != 0 || i % 5 < 2) continue;  // Not two singularities at once.
          EXPECT_LT(nearest(found, theta), 1e-3) << arm.name << " " << bend << " " << i;
        }
      }
  }
}

TEST(RedundantForm, ContinuesTheSwivelAngleToAStraightArm) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Random random(33);
  for (int i = 0; i < 50; ++i) {
    Vector theta = randomPose(random);
    theta[3] = 0;
    const double straight = form.parameterOf(theta);
    theta[3] = 1e-5;
    EXPECT_NEAR(std::remainder(form.parameterOf(theta) - straight, 2 * kPi), 0, 1e-3) << i;
  }
}

TEST(RedundantForm, HasNoSolutionOutOfReach) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    Goal goal = goalAt(*arm.model, Vector::Constant(7, 0.4));
    goal.position = Vector3d(3, 0, 0);
    EXPECT_TRUE(form.solutions(goal, Vector::Zero(7), 0.3).empty()) << arm.name;
  }
  // The wrist in the shoulder, where no line leads from one to the other.
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Vector folded = Vector::Constant(7, 0.4);
  folded[3] = kPi;
  EXPECT_EQ(form.parameterOf(folded), 0);
  EXPECT_TRUE(form.solutions(goalAt(*model, folded), folded, 0).empty());
}

TEST(RedundantForm, AcceptsAxesThatFilesRound) {
  auto rows = iiwaRows();
  for (DhRow& row : rows) row.alpha = std::round(row.alpha * 1e5) / 1e5;
  rows[1].a = 2e-6, rows[4].a = -3e-6, rows[5].a = 1e-6;
  const Model::Pointer model = orientedModel(dhTree(rows));
  const RedundantForm form = RedundantForm::make(model).take();
  EXPECT_FALSE(form.heldColumn());
  EXPECT_GT(form.idealised(), 1e-6);
  EXPECT_LT(form.idealised(), 1e-5);
  Random random(41);
  for (int i = 0; i < 500; ++i) {
    const Vector theta = randomPose(random);
    const double parameter = form.parameterOf(theta);
    const auto found = form.solutions(goalAt(*model, theta), Vector::Zero(7), parameter);
    EXPECT_LT(nearest(found, theta), 1e-8) << i;
    for (const Branch& branch : found)
      EXPECT_NEAR(std::remainder(form.parameterOf(branch.theta) - parameter, 2 * kPi), 0, 1e-8);
  }
}

TEST(RedundantForm, PutsTheNearestTurnWithinLimitsFirst) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  Vector theta(7);
  theta << 0.3, 0.7, -0.4, -1.3, 0.5, 0.9, 0.2;
  const auto found = form.solutions(goalAt(*model, theta), theta, form.parameterOf(theta));
  ASSERT_EQ(found.size(), 8U);
  EXPECT_LT((found[0].theta - theta).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(found[0].margin, 2 * kPi / 3 - 1.3, 1e-9);
  double before = 0;
  for (const Branch& branch : found) {
    const double turn = (branch.theta - theta).cwiseAbs().maxCoeff();
    EXPECT_GE(turn, before);
    before = turn;
  }
}

TEST(RedundantForm, SaysWhichAxesMissAClosedForm) {
  auto rows = iiwaRows();
  // Axes 1 and 2 are 10 mm apart, and axis 3 is 15 mm from the middle between them.
  for (DhRow& row : rows) row.a += 0.01;
  EXPECT_EQ(RedundantForm::make(orientedModel(dhTree(rows))).reason(),
            "axes 1, 2, 3 must meet in a point and axes 5, 6, 7 in another, or the chain without "
            "one of its joints must have a closed form; axes 1, 2, 3 miss a common point by 15 mm, "
            "axes 5, 6, 7 by 15 mm");
  rows.pop_back();
  EXPECT_EQ(RedundantForm::make(orientedModel(dhTree(rows))).reason(),
            "the chain has 6 joints; a closed form needs 7");
}

TEST(RedundantForm, DoesNotAllocate) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    auto out = form.branches();
    Vector theta(7);
    theta << 0.4, -1.2, 0.5, 0.3, 0.9, -0.4, 0.2;
    const Goal goal = goalAt(*arm.model, theta);
    const size_t before = allocations();
    EXPECT_GT(form.solve(goal, theta, form.parameterOf(theta), out), 0);
    EXPECT_EQ(allocations(), before) << arm.name;
  }
}

}  // namespace
}  // namespace iklab::redundant_form_test
