// Methods on targets with unconstrained axes: first steps by their definitions on the reduced J and
// e, and runs compared with equivalent fully constrained targets.
#include <functional>
#include <gtest/gtest.h>
#include <map>

#include "iklab/lab/batch.hpp"
#include "tests/partial.hpp"
#include "tests/world.hpp"

namespace iklab::partial_methods_test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;
using test::Row;

std::vector<std::string> everyMethod() {
  std::vector<std::string> ids;
  for (const auto& row : test::methods()) ids.push_back(row->id);
  return ids;
}

// Poses of successive updates of a method.
std::vector<Vector> course(const Tree& tree, const Task& task, const std::string& method,
                           const Vector& start, const std::vector<Goal>& goals, int updates,
                           LimitPolicy limits = LimitPolicy::ignore) {
  RunSettings run;
  run.limitPolicy = limits;
  Runner runner(test::solverOf(tree, task, run, test::panelRow(method)), run, start);
  runner.beginFrame(goals, true, kInfinity);
  std::vector<Vector> poses;
  for (int i = 0; i < updates; ++i) {
    runner.update();
    poses.push_back(runner.theta());
  }
  return poses;
}

double apart(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).cwiseAbs().maxCoeff());
  return most;
}

Task taskOf(bool oriented, const Freedom& freedom = {}) {
  Task task;
  task.add(0, oriented, 0.5, {}, freedom);
  return task;
}

// In the plane of a planar arm there is no motion along z and no rotation about x or y: a target
// outside the plane that leaves these free equals its projection, update by update, for every
// method.
TEST(Partial, OutOfPlaneErrorIsIgnoredByEveryMethod) {
  const Tree tree = test::planarChain(4, -2.5, 2.5);
  const Vector start = Eigen::Vector4d(0.3, 0.4, -0.2, 0.5);
  const Eigen::Quaterniond turn(AngleAxisd(1.1, Vector3d::UnitZ()));
  const std::vector<Goal> inside = {{{1.2, 1.5, 0}, turn}}, off = {{{1.2, 1.5, 0.7}, turn}};
  for (const LimitPolicy limits : {LimitPolicy::ignore, LimitPolicy::clamp, LimitPolicy::lock}) {
    for (const std::string& id : everyMethod()) {
      const auto same = [&](bool oriented, const Freedom& freedom, const char* what) {
        const auto expected = course(tree, taskOf(oriented), id, start, inside, 25, limits);
        const auto seen = course(tree, taskOf(oriented, freedom), id, start, off, 25, limits);
        // At the end, when the error is almost zero, rounding decides what a search tries.
        EXPECT_LT(apart(expected, seen), 2e-6) << id << ", " << what;
      };
      same(false, {.position = {false, false, true}}, "position");
      same(true, {.position = {false, false, true}, .turns = {true, true, false}}, "turn");
      same(true,
           {.frame = AxisFrame::target,
            .position = {false, false, true},
            .turns = {true, true, false}},
           "turn, by its own axes");
    }
  }
}

// A tool that may spin about the normal of the plane is equivalent to a position target, and so is
// one in a cone that it never leaves.
TEST(Partial, UnconstrainedRotationEqualsAPositionTarget) {
  const Tree tree = test::planarChain(4);
  const Vector start = Eigen::Vector4d(0.3, 0.4, -0.2, 0.5);
  const std::vector<Goal> goals = {
      {{1.2, 1.5, 0}, Eigen::Quaterniond(AngleAxisd(1.1, Vector3d::UnitZ()))}};
  for (const std::string& id : everyMethod()) {
    const auto expected = course(tree, taskOf(false), id, start, goals, 25);
    for (const Freedom& freedom :
         {Freedom{.axis = {0, 0, 3}}, Freedom{.axis = {0, 0, 1}, .cone = 0.2},
          Freedom{.turns = {false, false, true}}, Freedom{.turns = {true, true, true}}})
      EXPECT_LT(apart(expected, course(tree, taskOf(true, freedom), id, start, goals, 25)), 1e-9)
          << id << ", cone " << freedom.cone;
  }
}

// ---- on arms in space ------------------------------------------------------------------------

// Five hinges: a yaw, three pitches and a roll with an offset tool.
Tree fiveAxes() {
  const Vector3d axes[] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}};
  const Vector3d at[] = {{0, 0, 0.1}, {0.03, 0, 0.1}, {0, 0, 0.3}, {0.28, 0, 0}, {0.06, 0, 0}};
  TreeBuilder builder;
  for (int i = 0; i < 5; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1);
    s.xyz = at[i], s.axis = axes[i];
    builder.joint(s);
  }
  builder.effector({"tool", "j4", {0.1, 0.04, 0.03}});
  return builder.build().take();
}

const Freedom kSpin = {.axis = {1, 0, 0}};

std::vector<Freedom> everyFreedom() {
  return {
      kSpin,
      {.axis = {1, 0, 0}, .cone = 0.2},
      {.position = {true, false, false}},
      {.frame = AxisFrame::target, .position = {false, true, false}, .turns = {true, false, false}},
      {.turns = {true, true, false}},
      {.position = {true, true, true}, .axis = {1, 0, 0}}};
}

// J and e of the constrained components by differences of e, without unconstrained rows.
struct Reduced {
  Matrix j;
  Vector e;
  int split;  // Number of position rows.
};
Reduced reduced(const test::Posed& posed) {
  const Model& model = posed.model;
  const auto errorAt = [&](const Vector& theta) {
    Pose pose(model.tree);
    Vector e(model.rows());
    forwardKinematics(model.tree, theta, pose);
    taskError(model.task, pose, posed.state.goals, e);
    return e;
  };
  Matrix j(model.rows(), model.columns());
  for (int c = 0; c < model.columns(); ++c) {
    const Vector h = 1e-5 * Vector::Unit(model.columns(), c);
    const Vector& theta = posed.state.theta;
    // Five points: accurate to 1e-12.
    j.col(c) = (8 * (errorAt(theta - h) - errorAt(theta + h)) -
                (errorAt(theta - 2 * h) - errorAt(theta + 2 * h))) /
               12e-5;
  }
  const TaskTarget& t = model.task.targets()[0];
  // Rows of a whole orientation are twists, not derivatives.
  if (t.oriented && !t.freedom.anyTurn())
    for (int c = 0; c < model.columns(); ++c)
      j.col(c).tail<3>() = t.orientationWeight * posed.state.pose.axis[static_cast<size_t>(c)];
  const Vector e = errorAt(posed.state.theta);
  Reduced out;
  out.split = 0;
  std::vector<int> used;
  for (int r = 0; r < j.rows(); ++r)
    if (j.row(r).norm() > 1e-7) used.push_back(r), out.split += r < 3;
  out.j.resize(static_cast<int>(used.size()), j.cols());
  out.e.resize(static_cast<int>(used.size()));
  for (int r = 0; r < out.e.size(); ++r) out.j.row(r) = j.row(used[r]), out.e[r] = e[used[r]];
  return out;
}

struct Definition {
  const char* method;
  std::map<std::string, double> params;
  std::function<Vector(const Reduced&)> step;
};

Vector spectral(const Reduced& r, const std::function<double(int, double)>& tau) {
  const test::Svd s = test::decompose(r.j);
  Vector step = Vector::Zero(r.j.cols());
  for (int i = 0; i < s.sigma.size(); ++i)
    if (s.sigma[i] > 1e-9 * s.sigma[0])
      step += tau(i, s.sigma[i]) * s.u.col(i).dot(r.e) * s.v.col(i);
  return step;
}

// Buss & Kim's step for two blocks of rows: the first `split` for position, the rest for
// orientation.
Vector selective(const Reduced& r) {
  const double most = EIGEN_PI / 4;
  const int split = r.split;
  const test::Svd s = test::decompose(r.j);
  const int rest = static_cast<int>(r.e.size()) - split;
  Vector sum = Vector::Zero(r.j.cols());
  for (int i = 0; i < s.sigma.size(); ++i) {
    if (!(s.sigma[i] > 1e-10 * s.sigma[0])) continue;
    const double n = s.u.col(i).head(split).norm() + s.u.col(i).tail(rest).norm();
    double m = 0;
    for (int c = 0; c < r.j.cols(); ++c)
      m += std::abs(s.v(c, i)) * (r.j.col(c).head(split).norm() + r.j.col(c).tail(rest).norm());
    const double bound = most * std::min(1.0, n / (m / s.sigma[i]));
    Vector part = s.u.col(i).dot(r.e) / s.sigma[i] * s.v.col(i);
    if (part.cwiseAbs().maxCoeff() > bound) part *= bound / part.cwiseAbs().maxCoeff();
    sum += part;
  }
  if (sum.cwiseAbs().maxCoeff() > most) sum *= most / sum.cwiseAbs().maxCoeff();
  return sum;
}

std::vector<Definition> definitions() {
  const auto damped = [](double lambda) {
    return [=](const Reduced& r) { return test::dampedStep(r.j, r.e, lambda); };
  };
  return {
      {"transpose",
       {},
       [](const Reduced& r) {
         const Vector pull = r.j.transpose() * r.e, moved = r.j * pull;
         return Vector(r.e.dot(moved) / moved.squaredNorm() * pull);
       }},
      {"pseudoinverse", {}, damped(0)},
      {"pseudoinverse", {{"solve", 1}}, damped(0)},
      {"truncated",
       {{"cutoff", 0.05}},
       [](const Reduced& r) {
         return spectral(r, [](int, double s) { return s > 0.05 ? 1 / s : 0; });
       }},
      {"dls", {{"lambda", 0.2}}, damped(0.2)},
      {"filtered", {{"lambda", 0.1}, {"beta", 0}}, damped(0.1)},
      {"priority", {{"lambda", 0.2}}, damped(0.2)},
      {"qp", {{"lambda", 0.2}}, damped(0.2)},
      {"weighted-least-norm", {{"lambda", 0.2}}, damped(0.2)},
      {"sdls", {}, selective},
      {"gauss-newton", {}, damped(0)},
      {"idls", {}, damped(1)},
      {"halley", {{"lambda", 0.2}, {"form", 1}}, damped(0.2)},
  };
}

TEST(Partial, FirstStepsMatchTheReducedTaskSeed71) {
  Random random(71);
  const Tree tree = fiveAxes();
  int compared = 0;
  for (int trial = 0; trial < 240; ++trial) {
    const Freedom freedom = everyFreedom()[static_cast<size_t>(trial) % everyFreedom().size()];
    const Task task = taskOf(true, freedom);
    const Vector theta = test::randomVector(5, 1.5, random);
    const auto goals = test::goalsAt(tree, task, theta + test::randomVector(5, 0.5, random));
    test::Posed posed(tree, task, theta, goals);
    const Reduced r = reduced(posed);
    if (test::condition(r.j) > 50) continue;
    ++compared;
    for (const Definition& d : definitions()) {
      Row row = test::panelRow(d.method);
      for (const auto& [key, value] : d.params) test::set(row, d.method, key, value);
      Report report(posed.model);
      posed.make(row)->update(posed.problem, report);
      Vector expected = d.step(r);
      if (std::isfinite(report.alpha) && d.method == std::string("gauss-newton"))
        expected *= report.alpha;  // The factor of its line search.
      // Idle cones and whole orientations, whose rows are twists, have their own tests.
      EXPECT_LT((report.step - expected).norm(), 1e-7 * (1 + expected.norm()))
          << d.method << ", trial " << trial;
    }
  }
  EXPECT_GT(compared, 60);
}

// The correction of Halley is half the change of the reduced J along the first step.
TEST(Partial, HalleyUsesTheDerivativeOfTheReducedJacobianSeed72) {
  Random random(72);
  const Tree tree = fiveAxes();
  int compared = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const Task task = taskOf(true, trial % 2 ? kSpin : Freedom{.turns = {true, true, false}});
    const Vector theta = test::randomVector(5, 1.5, random);
    const auto goals = test::goalsAt(tree, task, theta + test::randomVector(5, 0.4, random));
    test::Posed posed(tree, task, theta, goals);
    const Matrix j = posed.problem.jacobian().matrix();
    const Vector e = posed.problem.unclampedError, ahead = test::dampedStep(j, e, 0);
    const double h = 1e-5;
    const auto at = [&](double by) {
      return Matrix(test::Posed(tree, task, theta + by * ahead, goals).problem.jacobian().matrix());
    };
    const Matrix bent = j + 0.5 * (at(h) - at(-h)) / (2 * h);
    if (test::condition(j) > 50 || test::condition(bent) > 50) continue;
    ++compared;
    Report report(posed.model);
    posed.make(test::panelRow("halley"))->update(posed.problem, report);
    const Vector expected = test::leastNorm(bent, e);
    EXPECT_LT((report.step - expected).norm(), 1e-6 * (1 + expected.norm())) << trial;
  }
  EXPECT_GT(compared, 40);
}

// The error of a spin task decreases cubically, with Newton quadratically.
TEST(Partial, HalleyConvergesCubicallyWithAFreeRotation) {
  Random random(73);
  const Tree tree = fiveAxes();
  const Task task = taskOf(true, kSpin);
  const auto after = [&](double form, double far, int trial) {
    Random own(static_cast<std::uint64_t>(1000 + trial));
    const Vector end = (Vector(5) << 0.3, 0.5, 0.8, -0.6, 0.4).finished();
    auto goals = test::goalsAt(tree, task, end);
    goals[0].orientation = goals[0].orientation * AngleAxisd(own.uniform(-3, 3), Vector3d::UnitX());
    Row row = test::panelRow("halley");
    test::set(row, "halley", "form", form);
    test::Posed posed(tree, task, end + far * test::randomVector(5, 1, own).normalized(), goals);
    Report report(posed.model);
    posed.make(row)->update(posed.problem, report);
    return std::sqrt(2 * posed.f(posed.state.theta + report.step));
  };
  const auto order = [&](double form) {
    double sum = 0;
    for (int trial = 0; trial < 20; ++trial)
      sum += std::log(after(form, 0.08, trial) / after(form, 0.04, trial)) / std::log(2.0);
    return sum / 20;
  };
  EXPECT_NEAR(order(0), 3, 0.25);
  EXPECT_NEAR(order(1), 2, 0.25);
}

// If the Hessian is clearly positive definite, Newton's step solves the Hessian by differences.
TEST(Partial, NewtonSolvesTheReducedHessianSeed74) {
  Random random(74);
  const Tree tree = fiveAxes();
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Task task = taskOf(true, everyFreedom()[static_cast<size_t>(trial) % 2]);
    const Vector theta = test::randomVector(5, 1.5, random);
    const auto goals = test::goalsAt(tree, task, theta + test::randomVector(5, 0.1, random));
    test::Posed posed(tree, task, theta, goals);
    Matrix h(5, 5);
    const double d = 1e-4;
    const auto f = [&](const Vector& at) { return test::lossOf(posed.model, at, goals); };
    for (int a = 0; a < 5; ++a)
      for (int b = 0; b < 5; ++b) {
        const Vector u = d * Vector::Unit(5, a), v = d * Vector::Unit(5, b);
        h(a, b) = (f(theta + u + v) - f(theta + u - v) - f(theta - u + v) + f(theta - u - v)) /
                  (4 * d * d);
      }
    if (!(test::eigenvalues(h)[0] > 1e-3)) continue;
    ++compared;
    Vector pull(5);
    posed.problem.jacobian().transposeTimes(posed.problem.unclampedError, pull);
    const Vector expected = test::inverse(h) * pull;
    Row row = test::panelRow("newton");
    test::set(row, "newton", "lineSearch", 0);
    Report report(posed.model);
    posed.make(row)->update(posed.problem, report);
    EXPECT_LT((report.step - expected).norm(), 1e-4 * (1 + expected.norm())) << trial;
  }
  EXPECT_GT(compared, 20);
}

// Free components are fixed during a sweep: the step is the one toward the nearest point that the
// target allows.
TEST(Partial, CcdAndFabrikAimAtTheNearestAllowedPointSeed75) {
  Random random(75);
  const Tree tree = fiveAxes();
  for (int trial = 0; trial < 100; ++trial) {
    const Freedom freedom{.frame = trial % 2 ? AxisFrame::target : AxisFrame::world,
                          .position = {true, trial % 3 == 0, false}};
    const Vector theta = test::randomVector(5, 1.5, random);
    const Task task = taskOf(true, freedom), whole = taskOf(true);
    auto goals = test::goalsAt(tree, task, theta + test::randomVector(5, 1, random));
    test::Posed posed(tree, task, theta, goals);
    goals[0].position =
        posed.state.pose.tip[0] + test::missed(task.targets()[0], posed.state.pose, goals[0]).way;
    for (const char* id : {"ccd", "fabrik"})
      EXPECT_LT(apart(course(tree, whole, id, theta, goals, 1),
                      course(tree, task, id, theta, posed.state.goals, 1)),
                1e-9)
          << id << trial;
  }
}

// One hinge and a spin: the best of all angles is found by a scan.
TEST(Partial, CcdMovesOneHingeToItsBestAngleSeed76) {
  Random random(76);
  for (int trial = 0; trial < 12; ++trial) {
    TreeBuilder builder;
    JointSpec s;
    s.id = "j";
    s.axis = test::randomVector(3, 1, random).normalized();
    builder.joint(s);
    builder.effector({"tool", "j", test::randomVector(3, 1, random)});
    const Tree tree = builder.build().take();
    Freedom freedom = kSpin;
    if (trial % 2) freedom.position = {true, true, true};
    const Task task = taskOf(true, freedom);
    const auto goals = test::randomGoals(task, 1, random);
    const double turned = course(tree, task, "ccd", Vector::Zero(1), goals, 1)[0][0];
    const auto cost = [&](double angle) {
      Pose pose(tree);
      forwardKinematics(tree, Vector::Constant(1, angle), pose);
      const test::Missed m = test::missed(task.targets()[0], pose, goals[0]);
      return 0.5 * m.way.squaredNorm() + 0.25 * (1 - std::cos(m.angle));
    };
    double least = kInfinity;
    for (int i = 0; i < 3600; ++i) least = std::min(least, cost(i * EIGEN_PI / 1800));
    EXPECT_LT(cost(turned), least + 1e-9) << trial;
    EXPECT_GT(cost(turned), least - 1e-5) << trial;
  }
}

TEST(Partial, RotatingTheTargetAboutItsFreeAxisChangesNothing) {
  Random random(77);
  const Tree tree = fiveAxes();
  for (const std::string& id : everyMethod()) {
    for (const Freedom& freedom :
         {kSpin, Freedom{.frame = AxisFrame::target, .turns = {true, false, false}},
          Freedom{.axis = {2, 0, 0}, .cone = 0.25}}) {
      const Task task = taskOf(true, freedom);
      const Vector theta = test::randomVector(5, 1, random);
      auto goals = test::goalsAt(tree, task, theta + test::randomVector(5, 0.7, random));
      const auto expected = course(tree, task, id, theta, goals, 3);
      goals[0].orientation =
          goals[0].orientation * AngleAxisd(random.uniform(-3, 3), Vector3d::UnitX());
      EXPECT_LT(apart(expected, course(tree, task, id, theta, goals, 3)), 1e-6) << id;
    }
  }
}

// With x free, a planar arm of three links reaches the height of the target: any two angles give
// the third in closed form.
TEST(Partial, PlanarArmWithXFreeEndsAtTheTargetHeight) {
  const Tree tree = test::planarChain(3);
  const Task task = taskOf(false, {.position = {true, false, false}});
  EXPECT_EQ(Model(tree, task).workingRank, 1);
  const double height = 1.7;
  for (const std::string& id : everyMethod()) {
    const Vector start = Eigen::Vector3d(0.3, 0.2, 0.4);
    const Vector end = course(tree, task, id, start, {{{55, height, 0}, {}}}, 4000).back();
    const double left = height - std::sin(end[0]) - std::sin(end[0] + end[1]);
    ASSERT_LE(std::abs(left), 1 + 1e-6) << id;
    const double third = std::asin(std::min(1.0, std::max(-1.0, left)));
    const double seen = end.sum(), other = EIGEN_PI - third;
    const auto turns = [](double a) { return std::abs(std::remainder(a, 2 * EIGEN_PI)); };
    EXPECT_LT(std::min(turns(seen - third), turns(seen - other)), 2e-3) << id;
  }
}

// Goals that a nearby pose reaches: every method reaches most of them, and an independent check
// confirms each reached goal.
TEST(Partial, EveryMethodReachesTwoThirdsOfTheTargetsSeed78) {
  const Tree tree = fiveAxes();
  for (const std::string& id : everyMethod()) {
    Random random(78);
    int reached = 0, count = 0;
    for (const Freedom& freedom : everyFreedom()) {
      for (int trial = 0; trial < 4; ++trial) {
        const Task task = taskOf(true, freedom);
        const Vector end =
            (Vector(5) << 0.3, 0.5, 0.8, -0.6, 0.4).finished() + test::randomVector(5, 0.3, random);
        auto goals = test::goalsAt(tree, task, end);
        RunSettings run = test::converging();
        run.rules.minImprovement = 0;
        run.rules.maxRises = 1000;
        run.rules.maxUpdates = 3000;
        Row row = test::panelRow(id);
        if (id == "dls") test::set(row, "dls", "lambda", 0.1);
        Runner runner(test::solverOf(tree, task, run, row), run,
                      end + test::randomVector(5, 0.4, random));
        runner.beginFrame(goals, true, kInfinity);
        while (!runner.frameDone()) runner.update();
        ++count;
        if (runner.stop() != Stop::reached) continue;
        ++reached;
        const test::Missed m = test::missed(task.targets()[0], runner.pose(), goals[0]);
        EXPECT_LE(m.way.norm(), 1e-4 + 1e-12) << id;
        EXPECT_LE(std::abs(m.angle), 1e-3 + 1e-12) << id;
      }
    }
    EXPECT_GE(3 * reached, 2 * count) << id;
  }
}

TEST(Partial, WithoutFreeAxesEqualsAFullTarget) {
  const Tree tree = fiveAxes();
  const Vector theta = Vector::Constant(5, 0.4);
  const Task whole = taskOf(true), none = taskOf(true, {.frame = AxisFrame::target});
  const auto goals = test::goalsAt(tree, whole, Vector::Constant(5, 0.7));
  for (const std::string& id : everyMethod())
    EXPECT_EQ(course(tree, whole, id, theta, goals, 10), course(tree, none, id, theta, goals, 10))
        << id;
}

// A target that is free in all rotations is the same with or without an orientation. A target may
// also constrain the orientation only.
TEST(Partial, TolerancesApplyToConstrainedAxesOnly) {
  const Tree tree = fiveAxes();
  Task task;
  task.add(0, true, 0.5, AxisTolerance{0.01, 0.1}, kSpin);
  const Vector theta = Vector::Constant(5, 0.4);
  const auto within = [&](double way, double turn, double spin) {
    auto goals = test::goalsAt(tree, task, theta);
    goals[0].position.x() += way;
    goals[0].orientation = goals[0].orientation * AngleAxisd(turn, Vector3d::UnitY()) *
                           AngleAxisd(spin, Vector3d::UnitX());
    test::Posed posed(tree, task, theta, goals);
    return iklab::within(StopRules{}, task, posed.problem.unclampedError);
  };
  EXPECT_TRUE(within(0.009, 0.05, 2.5));
  EXPECT_FALSE(within(0.011, 0.05, 0));
  EXPECT_FALSE(within(0, 0.15, 0));
}

// Rows of a batch equal those of a workspace, and an independent check confirms `solved`.
TEST(Partial, BatchCountsRowsAsSolvedByConstrainedAxesOnly) {
  Random random(79);
  const Tree tree = fiveAxes();
  const Task task = taskOf(true, kSpin);
  LabSpec spec;
  spec.targets = {{.oriented = true, .orientationWeight = 0.5, .freedom = kSpin}};
  spec.run = test::converging();
  spec.run.rules.maxUpdates = 300;
  BatchRow settings = {};
  settings[kBatchNx] = settings[kBatchNy] = 1;
  settings[kBatchConditions] = 1;
  settings[kBatchStart] = static_cast<double>(StartKind::random);
  auto batch = Batch::open(fiveAxes(), spec, settings).take();
  Row row = test::panelRow("dls");
  test::set(row, "dls", "lambda", 0.1);
  std::copy(row.begin(), row.end(), batch->params().begin());
  ASSERT_EQ(batch->solve(0, 60), "");
  int solved = 0;
  for (int i = 0; i < 60; ++i) {
    batch->draw(i);
    const double* found = &batch->rows()[static_cast<size_t>(i) * kBatchStride];
    Vector theta(5);
    std::copy_n(&batch->poses()[static_cast<size_t>(i) * 5], 5, theta.data());
    const auto g = batch->goals();
    const Goal goal{{g[0], g[1], g[2]}, {g[6], g[3], g[4], g[5]}};
    Pose pose(tree);
    forwardKinematics(tree, theta, pose);
    const test::Missed m = test::missed(task.targets()[0], pose, goal);
    EXPECT_EQ(found[kBatchSolved], m.way.norm() <= 1e-4 && m.angle <= 1e-3) << i;
    EXPECT_NEAR(found[kBatchAngle], m.angle, 1e-7);
    solved += found[kBatchSolved] != 0;
  }
  EXPECT_GT(solved, 15);
}

}  // namespace
}  // namespace iklab::partial_methods_test
