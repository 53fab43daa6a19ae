// Certificates against Newton's method in extended precision on kinematics of its own.
#include "iklab/analytic/certificate.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "iklab/analytic.hpp"
#include "iklab/dh.hpp"
#include "iklab/math/random.hpp"

namespace iklab::certificate_test {
namespace {

using Eigen::Vector3d;
using Real = long double;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;
using Wide = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double kHalf = 1.5707963267948966;

const std::vector<DhRow>& ur5e() {
  static const std::vector<DhRow> rows = {
      {.alpha = kHalf, .d = 0.1625},  {.a = -0.425}, {.a = -0.3922}, {.alpha = kHalf, .d = 0.1333},
      {.alpha = -kHalf, .d = 0.0997}, {.d = 0.0996}};
  return rows;
}
// Seven joints, the second to last of which slides.
std::vector<DhRow> sevenJoints() {
  std::vector<DhRow> rows = ur5e();
  rows[5].kind = JointKind::prismatic;
  rows.push_back({.a = 0.1, .alpha = 0.4, .d = 0.05});
  return rows;
}

Model::Pointer modelOf(const std::vector<DhRow>& rows, bool oriented = true) {
  return Model::make(dhTree(rows), {{.effector = "tool", .oriented = oriented}}).take();
}

// The tip and its rotation in extended precision, from the tree's numbers.
struct Frame {
  Mat3 turn = Mat3::Identity();
  Vec3 at = Vec3::Zero();
};
Frame exactPose(const Tree& tree, const Eigen::Matrix<Real, Eigen::Dynamic, 1>& q, Wide* jacobian) {
  Frame now;
  std::vector<Vec3> axes, points;
  for (int i : tree.order()) {
    const Joint& j = tree.joints()[static_cast<size_t>(i)];
    now.at += now.turn * j.offset.cast<Real>();
    now.turn = (now.turn * j.parentFromJoint.cast<Real>()).eval();
    if (j.column < 0) continue;
    const Vec3 axis = j.axis.cast<Real>().normalized();
    axes.push_back(now.turn * axis), points.push_back(now.at);
    if (j.slides())
      now.at += now.turn * axis * q[j.column];
    else
      now.turn = (now.turn * Eigen::AngleAxis<Real>(q[j.column], axis).toRotationMatrix()).eval();
  }
  const Effector& tool = tree.effectors()[0];
  now.at += now.turn * tool.offset.cast<Real>();
  now.turn = (now.turn * tool.parentFromTip.cast<Real>()).eval();
  for (int c = 0; jacobian && c < q.size(); ++c) {
    const size_t k = static_cast<size_t>(c);
    const bool slides = tree.moving(c).slides();
    jacobian->col(c).head(3) = slides ? axes[k] : Vec3(axes[k].cross(now.at - points[k]));
    if (jacobian->rows() == 6) jacobian->col(c).tail(3) = slides ? Vec3(Vec3::Zero()) : axes[k];
  }
  return now;
}

// Newton's method in extended precision; returns the distance from theta to where it ends, and the
// error there.
std::array<double, 2> exactSolution(const Model& model, const Vector& theta, const Goal& goal) {
  Eigen::Matrix<Real, Eigen::Dynamic, 1> q = theta.cast<Real>();
  const int rows = model.rows();
  Wide jacobian(rows, q.size());
  Eigen::Matrix<Real, Eigen::Dynamic, 1> e(rows);
  // The goal's rotation, orthonormal in extended precision.
  const Mat3 wanted = goal.orientation.cast<Real>().normalized().toRotationMatrix();
  for (int i = 0; i < 12; ++i) {
    const Frame at = exactPose(model.tree, q, &jacobian);
    e.head(3) = goal.position.cast<Real>() - at.at;
    if (rows == 6) {
      Vec3 turn = Vec3::Zero();
      for (int k = 0; k < 3; ++k) turn += Vec3(at.turn.col(k)).cross(Vec3(wanted.col(k))) / 2;
      e.tail(3) = turn;
    }
    const Wide gram = jacobian * jacobian.transpose();
    q += jacobian.transpose() * gram.fullPivLu().solve(e);
  }
  return {static_cast<double>((q - theta.cast<Real>()).norm()), static_cast<double>(e.norm())};
}

Goal goalAt(const Model& model, const Vector& theta) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  return {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
}

void expectConfirmed(const Model::Pointer& model, double off, int poses, double leastShare) {
  Random random(31);
  int certified = 0;
  const int n = model->columns();
  for (int i = 0; i < poses; ++i) {
    Vector theta(n), near(n);
    for (int c = 0; c < n; ++c) {
      theta[c] = random.uniform(-3, 3) * (model->tree.moving(c).slides() ? 0.05 : 1);
      near[c] = theta[c] + off * random.uniform(-1, 1);
    }
    const Goal goal = goalAt(*model, theta);
    const std::optional<Certificate> found = certifyReached(*model, near, goal);
    if (!found) continue;
    ++certified;
    const auto [distance, error] = exactSolution(*model, near, goal);
    EXPECT_LT(error, 1e-15) << i;
    // Slides count in chain lengths of below 2 m.
    EXPECT_LE(distance, 2 * found->radius) << i << " off by " << off;
    if (n == 6) {
      EXPECT_LE(distance, found->radius) << i << " off by " << off;
    }
  }
  EXPECT_GE(certified, leastShare * poses) << off;
}

TEST(Certificate, IsConfirmedByNewtonInExtendedPrecision) {
  for (const double off : {0.0, 1e-12, 1e-9}) {
    expectConfirmed(modelOf(ur5e()), off, 400, 0.99);
    expectConfirmed(modelOf(sevenJoints()), off, 200, 0.97);
    expectConfirmed(modelOf(ur5e(), false), off, 200, 0.99);
  }
  expectConfirmed(modelOf(ur5e()), 1e-6, 400, 0.9);
  expectConfirmed(modelOf(ur5e()), 1e-4, 400, 0.1);
}

TEST(Certificate, IsNotGivenWhereJointsCannotMoveTheTipInAllDirections) {
  const Model::Pointer model = modelOf({{.a = 1}, {.a = 1}, {.alpha = kHalf}}, false);
  const Vector theta = Vector3d(0.2, 1.3, 0);
  EXPECT_FALSE(certifyReached(*model, theta, goalAt(*model, theta)));  // Planar: rank 2.
}

// Two links of 0.5 and 0.4 m on a shoulder reach exactly 0.9 m: goals just beyond, from poses that
// are almost stretched.
TEST(Certificate, IsNeverGivenForAGoalOutOfReach) {
  const Model::Pointer model = modelOf({{.alpha = kHalf}, {.a = 0.5}, {.a = 0.4}}, false);
  int inside = 0;
  for (const double off : {1e-14, 1e-12, 1e-9, 1e-6, 1e-3})
    for (double bend = 1e-7; bend < 0.5; bend *= 1.5) {
      const Vector theta = Vector3d(0.3, 0.4, bend);
      Goal goal = goalAt(*model, theta);
      const Vector3d direction = goal.position.normalized();
      goal.position = (0.9 + off) * direction;
      EXPECT_FALSE(certifyReached(*model, theta, goal)) << off << " " << bend;
      // The distance of this bend, by the law of cosines, is within reach.
      goal.position = std::sqrt(0.41 + 0.4 * std::cos(bend)) * direction;
      inside += certifyReached(*model, theta, goal).has_value();
    }
  EXPECT_GT(inside, 100);
}

// K, recovered from a radius with h = beta^2 K |F|, against second differences of the position.
TEST(Certificate, BoundsTheSecondDerivatives) {
  const Model::Pointer model = modelOf({{.alpha = kHalf}, {.a = 0.5}, {.a = 0.4}}, false);
  const double length = 0.9;
  const Vector theta = Vector3d(0.3, 0.4, 1.2);
  Goal goal = goalAt(*model, theta);
  goal.position.x() += 0.01;
  const auto found = certifyReached(*model, theta, goal);
  ASSERT_TRUE(found);
  Wide jacobian(3, 3);
  exactPose(model->tree, theta.cast<Real>(), &jacobian);
  const double sigma = Matrix(jacobian.cast<double>()).jacobiSvd().singularValues()[2] / length;
  const double f = 0.01 / length, root = 2 * f / (sigma * found->radius) - 1;
  const double bound = 0.5 * (1 - root * root) * sigma * sigma / f;

  double largest = 0;
  const Real step = 1e-4L;
  for (double lift = -1.5; lift <= 1.5; lift += 0.1)
    for (double bend = -1.5; bend <= 1.5; bend += 0.1) {
      double sum = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          const auto at = [&](int i, int k) {
            Eigen::Matrix<Real, Eigen::Dynamic, 1> q = Vector3d(0, lift, bend).cast<Real>();
            q[a] += i * step, q[b] += k * step;
            return exactPose(model->tree, q, nullptr).at;
          };
          const Vec3 second = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * step * step);
          sum += static_cast<double>(second.squaredNorm());
        }
      largest = std::max(largest, std::sqrt(sum) / length);
    }
  EXPECT_GE(bound, largest);
  EXPECT_LE(bound, 1.5 * largest);
}

TEST(Certificate, SaysWhetherLimitsHoldWithinTheRadius) {
  std::vector<DhRow> rows = ur5e();
  rows[2].lower = -1, rows[2].upper = 0.5;
  const Model::Pointer model = modelOf(rows);
  Vector theta(6);
  theta << 0.4, -1.2, 0.5, 0.3, 0.9, -0.4;
  EXPECT_FALSE(certifyReached(*model, theta, goalAt(*model, theta))->withinLimits);
  theta[2] = 0.4;
  EXPECT_TRUE(certifyReached(*model, theta, goalAt(*model, theta))->withinLimits);
}

TEST(Certificate, IsNotGivenAtSingularitiesNorForOtherModels) {
  const Model::Pointer model = modelOf(ur5e());
  Vector theta(6);
  theta << 0.4, -1.2, 0.5, 0.3, 0, -0.4;
  EXPECT_FALSE(certifyReached(*model, theta, goalAt(*model, theta)));
  theta[4] = 0.9, theta[2] = 0;
  EXPECT_FALSE(certifyReached(*model, theta, goalAt(*model, theta)));
  TreeBuilder arm;
  JointSpec joint;
  joint.id = "screw", joint.kind = JointKind::screw, joint.pitch = 0.1;
  arm.joint(joint);
  arm.effector({.id = "tool", .parent = "screw", .xyz = {1, 0, 0}});
  const auto screw = Model::make(arm.build(), {{.effector = "tool"}}).take();
  EXPECT_FALSE(certifyReached(*screw, Vector::Zero(1), {{1, 0, 0}}));
}

// Solutions of the closed form are certified, up to those beside singularities.
TEST(Certificate, HoldsForNearlyAllClosedFormSolutions) {
  const Model::Pointer model = modelOf(ur5e());
  const ClosedForm closed = ClosedForm::make(model).take();
  Random random(8);
  int all = 0, certified = 0;
  for (int i = 0; i < 300; ++i) {
    Vector theta(6);
    for (double& each : theta) each = random.uniform(-3.1, 3.1);
    const Goal goal = goalAt(*model, theta);
    for (const Branch& branch : closed.solutions(goal, theta)) {
      ++all;
      certified += certifyReached(*model, branch.theta, goal).has_value();
    }
  }
  EXPECT_GT(certified, 0.99 * all);
}

}  // namespace
}  // namespace iklab::certificate_test
