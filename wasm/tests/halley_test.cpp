// Halley's step against a step computed by finite differences of J, and its order of convergence.
#include <algorithm>
#include <gtest/gtest.h>

#include "iklab/core/hessian.hpp"
#include "tests/cases.hpp"
#include "tests/coupled.hpp"
#include "tests/reference.hpp"

namespace iklab::halley_test {
namespace {

using test::Case;
using test::Row;
using test::set;

Matrix jacobianAt(const Tree& tree, const Task& task, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  Jacobian jacobian(tree, task);
  jacobian.compute(pose);
  return jacobian.matrix();
}

// sum_k dJ/dtheta_k delta_k, one joint after the other, by central differences.
Matrix changeByDifferences(const Tree& tree, const Task& task, const Vector& theta,
                           const Vector& delta) {
  constexpr double kStep = 1e-5;
  Matrix sum = Matrix::Zero(task.rows(), tree.columns());
  for (int k = 0; k < theta.size(); ++k) {
    const Vector h = kStep * Vector::Unit(theta.size(), k);
    sum += (jacobianAt(tree, task, theta + h) - jacobianAt(tree, task, theta - h)) *
           (delta[k] / (2 * kStep));
  }
  return sum;
}

Matrix changeOf(const Tree& tree, const Task& task, const Vector& theta, const Vector& delta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  Jacobian jacobian(tree, task);
  jacobian.compute(pose);
  return test::jacobianChange(tree, task, pose, jacobian, delta);
}

TEST(KinematicHessian, MatchesFiniteDifferencesOfTheJacobianSeed51) {
  Random random(51);
  int oriented = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool coupled = trial % 4 == 0;
    const Tree tree = coupled ? test::randomCoupled(random).tree : test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 2, random);
    const Vector delta = test::randomVector(tree.columns(), 1, random);
    const Matrix change = changeOf(tree, task, theta, delta);
    const double scale = 1 + jacobianAt(tree, task, theta).norm() * delta.norm();
    EXPECT_LT((change - changeByDifferences(tree, task, theta, delta)).cwiseAbs().maxCoeff(),
              1e-7 * scale)
        << trial;
    for (const TaskTarget& t : task.targets()) oriented += t.oriented;
  }
  EXPECT_GT(oriented, 50);
}

TEST(Halley, SolvesTheSystemWithTheSecondOrderTermSeed52) {
  Random random(52);
  int compared = 0, damped = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Case c(random, 0.4);
    const double lambda = trial % 2 ? 0.2 : 0;
    Row row = test::panelRow("halley");
    set(row, "halley", "lambda", lambda);
    const Vector ahead = test::dampedStep(c.j(), c.e(), lambda);
    const Matrix bent = c.j() + 0.5 * changeByDifferences(c.tree, c.task, c.theta, ahead);
    if (test::condition(c.j()) > 1e3 || test::condition(bent) > 1e3) continue;
    ++compared;
    damped += lambda > 0;
    const Vector expected = test::dampedStep(bent, c.e(), lambda);
    EXPECT_LT((c.solve(row).step - expected).norm(), 1e-5 * (1 + expected.norm())) << trial;

    set(row, "halley", "form", 1);
    EXPECT_LT((c.solve(row).step - ahead).norm(), 1e-9 * (1 + ahead.norm())) << trial;
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(damped, 50);
}

// Solves by elimination or, near a singularity, by singular values: as accurate as the condition
// number allows.
TEST(Halley, IsAccurateForConditionNumbersUpTo1e7Seed55) {
  Random random(55);
  int seen[7] = {};
  for (int trial = 0; trial < 4000; ++trial) {
    Case c(random, 0.4);
    const double condition = test::condition(c.j());
    if (!(condition < 1e7)) continue;
    Row row = test::panelRow("halley");
    set(row, "halley", "form", 1);
    const Vector expected = test::dampedStep(c.j(), c.e(), 0);
    EXPECT_LT((c.solve(row).step - expected).norm(),
              1e-9 * (1 + expected.norm()) + 1e-15 * condition * expected.norm())
        << trial << ": " << condition;
    ++seen[static_cast<int>(std::log10(condition))];
  }
  for (int decade = 0; decade < 4; ++decade) EXPECT_GT(seen[decade], 10) << decade;
}

// ---- order of convergence, on the arm of the paper -------------------------------------------

constexpr double kQuarter = EIGEN_PI / 2;
constexpr size_t kUpdates = 17;  // Until all medians are at rounding level.

// KUKA KR6 R700 by the paper's Denavit-Hartenberg rows (a, alpha, d), and its tool.
Tree kr6() {
  const double rows[6][3] = {{0.025, -kQuarter, 0.183}, {-0.315, 0, 0},   {-0.035, kQuarter, 0},
                             {0, -kQuarter, 0.365},     {0, kQuarter, 0}, {0, 0, 0.08}};
  TreeBuilder builder;
  for (int i = 0; i < 6; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) {
      s.parent = "j" + std::to_string(i - 1);
      s.xyz = {rows[i - 1][0], 0, rows[i - 1][2]};
      s.rpy = {rows[i - 1][1], 0, 0};
    }
    builder.joint(s);
  }
  builder.effector({"tool", "j5", {0.15, 0.25, 0.18}, {0, kQuarter, 0}});
  return builder.build().take();
}

struct Course {
  const char* form;
  double distance, angle;  // Clamp of position and orientation: metres, radians.
  std::vector<double> printed;
};

// log10 |e| per update of one solve that starts at q* + sigma r / mean |r|.
std::vector<double> exponents(const Solver& solver, Random& random, size_t updates) {
  const Model& model = solver.model();
  const Vector goal = test::randomVector(6, EIGEN_PI, random);
  Vector r = test::randomVector(6, 1, random);
  Memory memory{goal + EIGEN_PI / 4 * r / r.cwiseAbs().mean()};
  const std::vector<Goal> goals = test::goalsAt(model.tree, model.task, goal);
  Workspace workspace(solver);
  workspace.begin(memory, goals);
  std::vector<double> found;
  for (size_t u = 0; u <= updates; ++u) {
    if (u > 0) workspace.update(memory);
    found.push_back(std::log10(std::max(workspace.objective(), 1e-18)));
  }
  return found;
}

std::vector<double> medians(const Course& course, int trials) {
  // |e| sums metres and radians, as in the paper.
  const auto model =
      Model::make(kr6(), {{.effector = "tool", .oriented = true, .orientationWeight = 1}}).take();
  MethodOptions method("halley");
  if (course.form == std::string("newton")) EXPECT_EQ(method.set("form", 1), "");
  Settings settings;
  settings.clamp = {ClampMode::fixed, ClampRule::paper, course.distance, course.angle};
  settings.maxStep = kInfinity;
  const Solver solver(model, method, settings);
  Random random(53);
  std::vector<std::vector<double>> all(kUpdates + 1);
  for (int t = 0; t < trials; ++t) {
    const std::vector<double> found = exponents(solver, random, kUpdates);
    for (size_t u = 0; u < found.size(); ++u) all[u].push_back(found[u]);
  }
  std::vector<double> middle;
  for (std::vector<double>& each : all) {
    std::nth_element(each.begin(), each.begin() + trials / 2, each.end());
    middle.push_back(each[static_cast<size_t>(trials / 2)]);
  }
  return middle;
}

// The exponent one update after `exponent`, interpolated between the computed medians.
double after(const std::vector<double>& curve, double exponent) {
  for (size_t u = 0; u + 2 < curve.size(); ++u) {
    if (exponent > curve[u] || exponent < curve[u + 1]) continue;
    const double way = (curve[u] - exponent) / (curve[u] - curve[u + 1]);
    return curve[u + 1] + way * (curve[u + 2] - curve[u + 1]);
  }
  return kInfinity;
}

// Lloyd, Irani & Ahmadi 2022, figure 3: medians of log10 |e| per update, read off the plot, which
// does not number the updates. So successive values are compared; below -15 is rounding.
TEST(Halley, ErrorPerUpdateMatchesThePaperOnTheKr6) {
  const Course courses[] = {{"newton", 0.14, 0.86, {-0.5, -0.8, -1.2, -2, -3.4, -6.1}},
                            {"halley", 0.34, 1.0, {-0.9, -2.4, -6.5, -15.4}}};
  for (const Course& course : courses) {
    const std::vector<double> found = medians(course, 1500);
    for (size_t i = 0; i + 1 < course.printed.size(); ++i) {
      const double next = course.printed[i + 1], ours = after(found, course.printed[i]);
      EXPECT_NEAR(ours, next, 0.15 + 0.05 * std::abs(next)) << course.form << " " << i;
    }
  }
}

// Near the solution Halley triples the exponent of the error per update; Newton doubles it.
TEST(Halley, ConvergesCubicallyAndNewtonQuadraticallySeed54) {
  Random random(54);
  const auto model = Model::make(kr6(), {{.effector = "tool", .oriented = true}}).take();
  double slope[2];
  for (const int newton : {0, 1}) {
    MethodOptions method("halley");
    ASSERT_EQ(method.set("form", newton), "");
    const Solver solver(model, method);
    Random same(54);
    std::vector<double> ratios;
    for (int trial = 0; trial < 400; ++trial) {
      const Vector goal = test::randomVector(6, EIGEN_PI, same);
      const Vector way = test::randomVector(6, 1, same);
      if (test::condition(jacobianAt(model->tree, model->task, goal)) > 30) continue;
      Workspace workspace(solver);
      const auto logs = [&](double far) {
        Memory memory{goal + far * way};
        workspace.begin(memory, test::goalsAt(model->tree, model->task, goal));
        const double before = workspace.objective();
        workspace.update(memory);
        return std::array{std::log(before), std::log(workspace.objective())};
      };
      const auto a = logs(0.01), b = logs(0.001);
      ratios.push_back((a[1] - b[1]) / (a[0] - b[0]));
    }
    ASSERT_GT(ratios.size(), 100u);
    std::nth_element(ratios.begin(), ratios.begin() + ratios.size() / 2, ratios.end());
    slope[newton] = ratios[ratios.size() / 2];
  }
  EXPECT_NEAR(slope[0], 3, 0.05);
  EXPECT_NEAR(slope[1], 2, 0.05);
}

}  // namespace
}  // namespace iklab::halley_test
