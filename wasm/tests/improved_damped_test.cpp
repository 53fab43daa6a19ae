// Na, Yang & Jia's damping, against the stacked system in extended precision, including zeros and
// infinities in D. Also its forms against each other, and their Jacobian against an explicit
// matrix.
#include <gtest/gtest.h>

#include "tests/limited.hpp"
#include "tests/reference.hpp"

namespace iklab::improved_damped_test {
namespace {

using test::LimitedScene;
using Row = std::vector<double>;

struct Form {
  double c = 1, p = 8;
  bool mean = false, weightTerm = true, parentFrame = false;
  Row row() const {
    Row row = test::panelRow("idls");
    const double values[] = {c, p, double(mean), double(weightTerm), double(parentFrame)};
    std::copy(std::begin(values), std::end(values), row.begin() + kNumbersAt);
    return row;
  }
};

// lambda_j as printed.
Vector damping(const LimitedScene& s, const Form& f) {
  Vector lambda(s.theta.size());
  for (int k = 0; k < lambda.size(); ++k) {
    const Joint& j = s.tree.moving(k);
    lambda[k] = 1 / j.weight;
    if (!std::isfinite(j.lower)) continue;
    const double bend = f.mean ? (2 * s.theta[k] - j.upper - j.lower) / (j.upper - j.lower)
                               : 2 * (s.theta[k] - j.comfort) / (j.upper - j.lower);
    lambda[k] = f.c * std::pow(bend, f.p) + (f.weightTerm ? 1 / j.weight : 0);
  }
  return lambda;
}

// Least-norm minimiser of |J x - e|^2 + |D x|^2 without the joints whose lambda is infinite.
Vector stackedStep(const LimitedScene& s, const Vector& lambda) {
  std::vector<int> kept;
  for (int k = 0; k < lambda.size(); ++k)
    if (std::isfinite(lambda[k])) kept.push_back(k);
  const auto m = s.j.rows(), n = static_cast<Eigen::Index>(kept.size());
  Vector step = Vector::Zero(lambda.size());
  if (n == 0) return step;
  Matrix stacked = Matrix::Zero(m + n, n);
  Vector right = Vector::Zero(m + n);
  right.head(m) = s.e;
  for (Eigen::Index k = 0; k < n; ++k) {
    stacked.col(k).head(m) = s.j.col(kept[k]);
    stacked(m + k, k) = lambda[kept[k]];
  }
  const Vector x = test::leastNorm(stacked, right, 1e-13);
  for (Eigen::Index k = 0; k < n; ++k) step[kept[k]] = x[k];
  return step;
}

Form randomForm(Random& random) {
  return {std::pow(10, random.uniform(-2, 2)), 2.0 * (1 + random.below(8)), random.unit() < 0.5,
          random.unit() < 0.5};
}

// Smallest over largest singular value of (J; D), finite joints only.
double conditioning(const LimitedScene& s, const Vector& lambda) {
  Matrix stacked(s.j.rows() + s.j.cols(), s.j.cols());
  stacked << s.j, Matrix(lambda.asDiagonal());
  const Vector sigma = test::singularValues(stacked);
  return sigma.minCoeff() / sigma[0];
}

TEST(Idls, MinimisesTheStackedSystemSeed31) {
  Random random(31);
  int compared = 0, wide = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const LimitedScene s = test::limitedScene(random);
    const Form form = randomForm(random);
    const Vector lambda = damping(s, form);
    const double condition = conditioning(s, lambda);
    if (condition < 1e-5) continue;
    ++compared;
    wide += lambda.maxCoeff() > 1e6 * lambda.minCoeff();
    const Vector expected = stackedStep(s, lambda);
    EXPECT_LT((test::limitedStep(s, form.row()) - expected).norm(),
              1e-13 / (condition * condition) * (1 + expected.norm()))
        << trial;
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(wide, 10);
}

// Prismatic joints along one axis: step_j = lambda_j^-2 e / (1 + sum lambda^-2), each to full
// relative accuracy.
TEST(Idls, IsAccurateWhenDampingSpans24OrdersOfMagnitudeSeed32) {
  Random random(32);
  double widest = 1;
  for (int trial = 0; trial < 200; ++trial) {
    TreeBuilder builder;
    const int n = 2 + random.below(5);
    for (int k = 0; k < n; ++k) {
      JointSpec slide{std::to_string(k), k > 0 ? std::to_string(k - 1) : "", JointKind::prismatic};
      slide.lower = -1, slide.upper = 1;
      builder.joint(slide);
    }
    builder.effector({"tip", std::to_string(n - 1)});
    LimitedScene s{builder.build().take(), {}, Vector(n), Eigen::Vector3d(0, 0, 0.7), {}};
    s.task.add(0, false, 1);
    for (int k = 0; k < n; ++k) s.theta[k] = std::pow(10, random.uniform(-3, 1));
    const Form form{1, 4, false, false};
    const Vector inverse = damping(s, form).array().inverse().square();
    widest = std::max(widest, inverse.maxCoeff() / inverse.minCoeff());
    const Vector expected = inverse * (0.7 / (1 + inverse.sum()));
    const Vector step = test::limitedStep(s, form.row());
    for (int k = 0; k < n; ++k) EXPECT_NEAR(step[k] / expected[k], 1, 1e-13);
  }
  EXPECT_GT(widest, 1e24);
}

// Some or all joints at the centre, where lambda_j = 0 without the weight term.
TEST(Idls, TakesTheLeastNormMinimiserWhereDampingIsZeroSeed33) {
  Random random(33);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    LimitedScene s = test::limitedScene(random);
    const Form form{1, 2, false, false};
    for (int k = 0; k < s.theta.size(); ++k)
      if (trial % 3 == 0 || random.unit() < 0.5) s.theta[k] = s.tree.moving(k).comfort;
    test::refresh(s);
    const Vector lambda = damping(s, form);
    // Every singular value is either zero or far from zero.
    Matrix stacked(s.j.rows() + s.j.cols(), s.j.cols());
    stacked << s.j, Matrix(lambda.asDiagonal());
    const Vector sigma = test::singularValues(stacked);
    Matrix undamped = s.j;
    for (int k = 0; k < lambda.size(); ++k)
      if (lambda[k] != 0) undamped.col(k).setZero();
    const Vector free = test::singularValues(undamped);
    const auto doubtful = [&](const Vector& v) {
      return ((v.array() > 1e-14 * sigma[0]) && (v.array() < 1e-4 * sigma[0])).any();
    };
    if (lambda.minCoeff() > 0 || doubtful(sigma) || doubtful(free)) continue;
    ++compared;
    const Vector expected = stackedStep(s, lambda);
    EXPECT_LT((test::limitedStep(s, form.row()) - expected).norm(), 1e-9 * (1 + expected.norm()))
        << trial;
  }
  EXPECT_GT(compared, 60);
}

TEST(Idls, DoesNotMoveJointsWithInfiniteDampingSeed34) {
  Random random(34);
  int held = 0;
  for (int trial = 0; trial < 200; ++trial) {
    LimitedScene s = test::limitedScene(random);
    const Form form{1, 64, false, true};
    // Far outside the limits the power overflows; equal limits have no range.
    s.tree = test::changed(s.tree, [&](int column, JointSpec& spec) {
      if (column >= 0 && std::isfinite(spec.lower) && random.unit() < 0.2)
        spec.lower = spec.upper = 0.3, s.theta[column] = 0.3;
    });
    for (int k = 0; k < s.theta.size(); ++k)
      if (random.unit() < 0.2) s.theta[k] = 1e6;
    test::refresh(s);
    Vector lambda = damping(s, form);
    for (int k = 0; k < lambda.size(); ++k)
      if (s.tree.moving(k).lower == s.tree.moving(k).upper) lambda[k] = kInfinity;
    // Damping too large to compare, yet not infinite.
    if ((lambda.array().isFinite() && lambda.array() > 1e4).any()) continue;
    const Vector expected = stackedStep(s, lambda), step = test::limitedStep(s, form.row());
    EXPECT_LT((step - expected).norm(), 1e-9 * (1 + expected.norm())) << trial;
    for (int k = 0; k < lambda.size(); ++k) {
      if (std::isfinite(lambda[k])) continue;
      EXPECT_EQ(step[k], 0);
      ++held;
    }
  }
  EXPECT_GT(held, 100);
}

TEST(Idls, FormsAgreeInTheirCommonSpecialCasesSeed35) {
  Random random(35);
  for (int trial = 0; trial < 100; ++trial) {
    LimitedScene s = test::limitedScene(random);
    const double weight = random.uniform(0.5, 3);
    s.tree = test::changed(s.tree, [&](int column, JointSpec& spec) {
      spec.weight = weight;
      if (column >= 0 && !std::isfinite(spec.lower)) spec.lower = -3, spec.upper = 2;
      if (column >= 0) spec.comfort = 0.5 * (spec.lower + spec.upper);
    });
    const auto step = [&](const Form& form) { return test::limitedStep(s, form.row()); };
    const auto near = [&](const Vector& a, const Vector& b, double tolerance) {
      EXPECT_LT((a - b).norm(), tolerance * (1 + a.norm())) << trial;
    };
    // Comfort in the middle: (12) equals (11), (13) equals (16).
    near(step({1, 4, false, false}), step({1, 4, true, false}), 1e-6);
    near(step({1, 4, false, true}), step({1, 4, true, true}), 1e-12);
    // Equal weights and c = 0: damped least squares with lambda = 1/w.
    Row dls = test::panelRow("dls");
    dls[test::paramIndex("dls", "lambda")] = 1 / weight;
    near(step({0, 4, false, true}), test::limitedStep(s, dls), 1e-11);
    // (13), and (14) as it should be printed: D^-2 J^T (J D^-2 J^T + I)^-1 e.
    const Vector square = damping(s, {1, 4, false, true}).array().inverse().square();
    const Matrix right = square.asDiagonal() * s.j.transpose();
    const Matrix normal = s.j * right + Matrix::Identity(s.e.size(), s.e.size());
    near(step({1, 4, false, true}), right * test::leastNorm(normal, s.e), 1e-10);
    // No damping: the pseudoinverse, which is dls with lambda 0.
    dls[test::paramIndex("dls", "lambda")] = 0;
    const Vector sigma = test::singularValues(s.j);
    if ((sigma.array() > 1e-4 * sigma[0] || sigma.array() < 1e-15 * sigma[0]).all())
      near(step({0, 4, false, false}), test::limitedStep(s, dls), 1e-9);
    // An extremely large weight removes the weight term: (13) becomes (12).
    s.tree = test::changed(s.tree, [](int, JointSpec& spec) { spec.weight = 1e300; });
    EXPECT_EQ(step({1, 4, false, true}), step({1, 4, false, false}));
  }
}

// The axes are those of the world at the shoulder, of the upper arm at the elbow, and of the
// forearm at the wrist.
TEST(Idls, UsesThePapersJacobianWhenParentFrameIsSetSeed36) {
  Random random(36);
  LimitedScene s{test::treeFrom(test::preset("trees/human-arm.json")), {}, {}, {}, {}};
  s.task.add(0, false, 1);
  for (int trial = 0; trial < 50; ++trial) {
    s.theta = test::randomVector(7, 1, random);
    s.e = test::randomVector(3, 1, random);
    Pose pose(s.tree);
    forwardKinematics(s.tree, s.theta, pose);
    const Eigen::Matrix3d upperArm = pose.worldFromJoint[2], forearm = pose.worldFromJoint[4];
    const Eigen::Vector3d shoulder = pose.tip[0] - pose.origin[0];
    const Eigen::Vector3d elbow = pose.tip[0] - pose.origin[3],
                          wrist = pose.tip[0] - pose.origin[5];
    using Eigen::Vector3d;
    s.j.resize(3, 7);
    s.j << Vector3d::UnitZ().cross(shoulder), Vector3d::UnitY().cross(shoulder),
        Vector3d::UnitX().cross(shoulder), upperArm.col(1).cross(elbow),
        upperArm.col(0).cross(elbow), forearm.col(2).cross(wrist), forearm.col(1).cross(wrist);
    const Form form{30, 8, false, true, true};
    const Vector expected = stackedStep(s, damping(s, form));
    EXPECT_LT((test::limitedStep(s, form.row()) - expected).norm(), 1e-12);
    EXPECT_GT((test::limitedStep(s, Form{30, 8}.row()) - expected).norm(), 1e-3);
  }
}

// No two joints share an origin, so both Jacobians are equal.
TEST(Idls, PapersJacobianIsExactForJointsWithDistinctOriginsSeed37) {
  Random random(37);
  for (int trial = 0; trial < 50; ++trial) {
    const LimitedScene s = test::limitedScene(random);
    Form form = randomForm(random);
    form.weightTerm = true;
    const Vector own = test::limitedStep(s, form.row());
    form.parentFrame = true;
    EXPECT_LT((test::limitedStep(s, form.row()) - own).norm(), 1e-9 * (1 + own.norm()));
  }
}

}  // namespace
}  // namespace iklab::improved_damped_test
