// Diagnostics against finite differences, closed forms and independent computations.
#include "iklab/lab/diagnostics.hpp"

#include <gtest/gtest.h>

#include "iklab/lab/ellipsoids.hpp"
#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::diagnostics_test {
namespace {

struct Sight {
  Sight(Tree given, Task asked)
      : tree(std::move(given)),
        task(std::move(asked)),
        model{tree, task},
        layout(layoutOf(model, *MethodRegistry::builtIn())),
        scope(model, *MethodRegistry::builtIn()) {}

  void look(const Vector& theta, const std::vector<Goal>& goals, const std::vector<double>& panel) {
    double* to = std::copy_n(theta.data(), theta.size(), scope.probe().data());
    for (const Goal& g : goals) {
      to = std::copy_n(g.position.data(), 3, to);
      to = std::copy_n(g.orientation.coeffs().data(), 4, to);
    }
    std::fill_n(to, goals.size(), kInfinity);
    const Solver* solver = nullptr;
    Result<Solver> found = Fault{};
    if (!panel.empty()) {
      found = solverOf(std::make_shared<const Model>(tree, task, model.workingRank),
                       LimitPolicy::ignore, *MethodRegistry::builtIn(), panel);
      solver = &found.value();
    }
    EXPECT_EQ(scope.look(solver), "");
  }
  double found(int at) const { return scope.findings()[at]; }
  Eigen::Map<const Vector> part(int at, int size) const {
    return {scope.findings().data() + at, size};
  }
  Eigen::Map<const Vector> u(int i) const { return part(layout.u + i * task.rows(), task.rows()); }
  Eigen::Map<const Vector> v(int i) const {
    return part(layout.v + i * tree.columns(), tree.columns());
  }

  Tree tree;
  Task task;
  const Model model;
  DiagnosticsLayout layout;
  Diagnostics scope;
};

Sight randomSight(Random& random) {
  Tree tree = test::randomTree(random);
  Task task = test::randomTask(tree, random);
  return {std::move(tree), std::move(task)};
}

// Position rows by central differences of the effector positions.
Matrix positionDifferences(const Sight& s, const Vector& theta) {
  const double h = 1e-6;
  Pose low(s.tree), high(s.tree);
  Matrix j(3 * s.task.targets().size(), s.tree.columns());
  for (int c = 0; c < s.tree.columns(); ++c) {
    Vector moved = theta;
    moved[c] = theta[c] - h;
    forwardKinematics(s.tree, moved, low);
    moved[c] = theta[c] + h;
    forwardKinematics(s.tree, moved, high);
    for (size_t t = 0; t < s.task.targets().size(); ++t) {
      const int tip = s.task.targets()[t].effector;
      j.col(c).segment<3>(3 * t) = (high.tip[tip] - low.tip[tip]) / (2 * h);
    }
  }
  return j;
}

Tree chain(const std::vector<double>& links) {
  TreeBuilder builder;
  for (size_t i = 0; i < links.size(); ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {links[i - 1], 0, 0};
    s.comfort = 0.1;
    builder.joint(s);
  }
  builder.effector({"tip", std::to_string(links.size() - 1), {links.back(), 0, 0}});
  return builder.build().take();
}

Task oneTarget() {
  Task task;
  task.add(0, false, 1);
  return task;
}

TEST(Diagnostics, ManipulabilityAndConditionMatchFiniteDifferences) {
  Random random(41);
  int seen = 0;
  for (int round = 0; round < 80; ++round) {
    const Tree tree = test::randomTree(random);
    Task task;
    for (size_t k = 0; k < tree.effectors().size(); ++k) task.add(static_cast<int>(k), false, 1);
    Sight s(tree, task);
    const Vector theta = test::randomVector(s.tree.columns(), 2, random);
    const Matrix j = positionDifferences(s, theta);
    const int r = s.model.workingRank;
    if (r != std::min(j.rows(), j.cols())) continue;
    s.look(theta, test::randomGoals(s.task, 2, random), {});
    const Matrix gram =
        j.rows() <= j.cols() ? Matrix(j * j.transpose()) : Matrix(j.transpose() * j);
    const Vector square = test::eigenvalues(gram);
    if (square[0] < 1e-6 * square[r - 1]) continue;  // Too small to resolve in the Gram matrix.
    const double w = std::sqrt(square.prod());
    EXPECT_NEAR(s.found(kFoundManipulability), w, 1e-4 * w) << round;
    EXPECT_NEAR(s.found(kFoundCondition) / std::sqrt(square[r - 1] / square[0]), 1, 1e-3) << round;
    ++seen;
  }
  EXPECT_GT(seen, 20);
}

TEST(Diagnostics, SingularVectorsReassembleTheJacobian) {
  Random random(42);
  for (int round = 0; round < 40; ++round) {
    Sight s = randomSight(random);
    const Vector theta = test::randomVector(s.tree.columns(), 2, random);
    s.look(theta, test::randomGoals(s.task, 2, random), {});
    Pose pose(s.tree);
    forwardKinematics(s.tree, theta, pose);
    Jacobian j(s.tree, s.task);
    j.compute(pose);
    Matrix sum = Matrix::Zero(j.rows(), j.columns());
    for (int i = 0; i < s.layout.directions; ++i)
      sum += s.found(s.layout.sigma + i) * s.u(i) * s.v(i).transpose();
    EXPECT_LT((sum - j.matrix()).norm(), 1e-10 * j.matrix().norm()) << round;
  }
}

TEST(Diagnostics, ReachIsBetweenOneAndItsCost) {
  Random random(43);
  for (int round = 0; round < 200; ++round) {
    Sight s = randomSight(random);
    s.look(test::randomVector(s.tree.columns(), 3, random), test::randomGoals(s.task, 3, random),
           {});
    for (int i = 0; i < s.layout.directions; ++i) {
      if (s.found(s.layout.sigma + i) <= 1e-9 * s.found(s.layout.sigma)) continue;
      EXPECT_LE(s.found(s.layout.reach + i), s.found(s.layout.cost + i) * (1 + 1e-9)) << round;
      EXPECT_GE(s.found(s.layout.reach + i), 1 - 1e-12);  // |u| = 1, divided among the targets.
    }
  }
}

// The filter value at sigma_i is the response of the method's step along v_i.
TEST(Diagnostics, ResponseEqualsTheFilterOfSpectralMethods) {
  Random random(44);
  int seen = 0;
  for (const auto& row : test::methods()) {
    if (!(row->traits & kSpectral)) continue;
    const std::vector<double> panel = test::panelRow(row->id);
    for (int round = 0; round < 10; ++round) {
      Sight s = randomSight(random);
      s.look(test::randomVector(s.tree.columns(), 2, random), test::randomGoals(s.task, 2, random),
             panel);
      for (int i = 0; i < s.layout.directions; ++i) {
        const double sigma = s.found(s.layout.sigma + i);
        const double tau = s.scope.filter(sigma);
        if (std::isnan(tau) || std::abs(s.found(s.layout.alpha + i)) < 1e-3) continue;
        if (sigma < 1e-6) continue;
        EXPECT_NEAR(s.found(s.layout.response + i), tau, 1e-6 * (1 + tau)) << row->id << round;
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 200);
}

// The response is 1/sigma, clamped per direction by gamma_i, then scaled so that the largest joint
// step is at most gamma_max.
TEST(Diagnostics, ResponseOfSdlsFollowsItsTwoClamps) {
  Random random(45);
  const std::vector<double> panel = test::panelRow("sdls");
  const double gammaMax = panel[test::paramIndex("sdls", "gammaMax")];
  int clamped = 0;
  for (int round = 0; round < 40; ++round) {
    const std::vector<double> links(4 + random.below(4), 0.6);
    Sight s(chain(links), oneTarget());
    s.look(test::randomVector(s.tree.columns(), 2, random), test::randomGoals(s.task, 3, random),
           panel);
    Vector sum = Vector::Zero(s.tree.columns()), share(2);
    for (int i = 0; i < 2; ++i) {
      const double sigma = s.found(s.layout.sigma + i), alpha = s.found(s.layout.alpha + i);
      const double gamma =
          gammaMax * std::min(1.0, s.found(s.layout.reach + i) / s.found(s.layout.cost + i));
      const double asked = (alpha / sigma * s.v(i)).cwiseAbs().maxCoeff();
      share[i] = std::min(1.0, gamma / asked) / sigma;
      clamped += asked > gamma;
      sum += share[i] * alpha * s.v(i);
    }
    const double factor = std::min(1.0, gammaMax / sum.cwiseAbs().maxCoeff());
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(s.found(s.layout.response + i), factor * share[i], 1e-9 * share[i]) << round;
  }
  EXPECT_GT(clamped, 10);
}

TEST(Diagnostics, EllipsoidOfATwoLinkArmMatchesTheClosedForm) {
  const double a = 0.8, b = 0.5;
  Sight s(chain({a, b}), oneTarget());
  for (const double bend : {0.2, 1.3, 2.8}) {
    const double first = 0.4;
    s.look(Eigen::Vector2d(first, bend), {Goal{}}, {});
    const double s1 = std::sin(first), c1 = std::cos(first);
    const double s12 = std::sin(first + bend), c12 = std::cos(first + bend);
    Eigen::Matrix<double, 3, 2> j;
    j << -a * s1 - b * s12, -b * s12, a * c1 + b * c12, b * c12, 0, 0;
    Ellipsoids ellipsoids(s.model);
    EXPECT_EQ(ellipsoids.measure(s.scope.probe()), "");
    const Eigen::Map<const Eigen::Matrix3d> axes(ellipsoids.axes().data());
    EXPECT_LT((axes * axes.transpose() - j * j.transpose()).norm(), 1e-12);
    EXPECT_NEAR(axes.col(0).dot(axes.col(1)), 0, 1e-12);
    EXPECT_GE(axes.col(0).norm(), axes.col(1).norm());
    EXPECT_EQ(axes.col(2).norm(), 0);
    EXPECT_NEAR(s.found(kFoundManipulability), a * b * std::sin(bend), 1e-12);
    EXPECT_NEAR(s.found(kFoundComfort), std::hypot(first - 0.1, bend - 0.1), 1e-12);
  }
}

// Three prismatic joints at right angles: sigma 1, 1, 1.
TEST(Diagnostics, AlignsOneOfEqualSingularDirectionsWithTheError) {
  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1);
    s.kind = JointKind::prismatic;
    s.axis = Eigen::Vector3d::Unit(i);
    builder.joint(s);
  }
  builder.effector({"tip", "2", {0, 0, 0}});
  Sight s(builder.build().take(), oneTarget());
  Goal goal;
  goal.position = {0.3, -0.4, 1.2};
  s.look(Vector::Zero(3), {goal}, {});
  EXPECT_NEAR(std::abs(s.found(s.layout.alpha)), 1.3, 1e-14);
  EXPECT_NEAR(s.found(s.layout.alpha + 1), 0, 1e-14);
  EXPECT_NEAR(s.found(s.layout.alpha + 2), 0, 1e-14);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(s.v(i).dot(s.v(k)), i == k, 1e-14);
}

}  // namespace
}  // namespace iklab::diagnostics_test
