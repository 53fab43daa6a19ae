// Extreme poses, limits and parameters: a diagnosis returns a cause or a reason, never an exception
// or NaN.
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

#include "iklab/diagnosis.hpp"
#include "tests/formula_scene.hpp"
#include "tests/support.hpp"

namespace iklab::diagnosis_hostile_test {
namespace {

using test::randomVector, test::randomGoals;

// Formulas that break down immediately, after an update, or at some poses.
const std::vector<std::string> kBreaking = {
    "Δθ = Jᵀe / 0",
    "Δθ = solve(JᵀJ, Jᵀe)",
    "keep n = 0\nn = n + 1\nΔθ = Jᵀe / (3 - n)",
    "Δθ = sqrt(e·e - 1) * Jᵀe",
};

double any(Random& random, double least, double most) {
  return std::exp(random.uniform(std::log(least), std::log(most)));
}

// Limits of every kind: none, one, both, closed, far from the pose; weights over twelve decades.
Tree strangeTree(Random& random) {
  TreeBuilder builder;
  const int joints = 1 + random.below(8);
  const double size = random.unit() < 0.2 ? any(random, 1e-6, 1e6) : 1;
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(random.unit() < 0.7 ? i - 1 : random.below(i));
    s.kind = static_cast<JointKind>(random.below(i == 0 ? 3 : 4));
    s.xyz = size * randomVector(3, 1, random);
    s.axis = randomVector(3, 2, random);
    s.pitch = random.uniform(-0.5, 0.5);
    s.weight = random.unit() < 0.3 ? any(random, 1e-6, 1e6) : 1;
    const double middle = random.uniform(-1, 1);
    switch (random.below(6)) {
      case 0:
        s.lower = s.upper = middle;
        break;
      case 1:
        s.lower = middle;
        break;
      case 2:
        s.upper = middle;
        break;
      case 3:
        s.lower = middle + 1e6, s.upper = middle + 2e6;
        break;
      case 4:
        s.lower = middle, s.upper = middle + random.unit();
        break;
      default:
        break;
    }
    builder.joint(s);
  }
  for (int k = 0; k < 2; ++k)
    builder.effector({"e" + std::to_string(k), "j" + std::to_string(joints - 1),
                      size * randomVector(3, 1, random)});
  return builder.build().take();
}

std::vector<TargetSpec> strangeTargets(Random& random) {
  std::vector<TargetSpec> targets;
  for (int k = 0; k < 1 + random.below(2); ++k) {
    TargetSpec t{.effector = "e" + std::to_string(k), .oriented = random.unit() < 0.5};
    if (random.unit() < 0.3) t.orientationWeight = any(random, 1e-100, 1e3);
    if (random.unit() < 0.2) t.tolerance = AxisTolerance{random.below(2) * 1e-3, 0};
    if (random.unit() < 0.3)
      for (bool& axis : t.freedom.position) axis = random.unit() < 0.5;
    if (t.oriented && random.unit() < 0.3)
      for (bool& axis : t.freedom.turns) axis = random.unit() < 0.5;
    targets.push_back(t);
  }
  return targets;
}

MethodOptions strangeMethod(Random& random) {
  if (random.unit() < 0.2) return FormulaOptions{kBreaking[random.below(kBreaking.size())], {}};
  const auto& all = test::methods();
  MethodOptions options(all[random.below(all.size())]->id);
  for (const Param& param : options.entry().params)
    if (random.unit() < 0.2 && !param.nested)
      EXPECT_EQ(options.set(param.key, random.unit() < 0.5 ? param.min : param.max), "");
  return options;
}

Settings strangeSettings(Random& random) {
  Settings s;
  s.limits = static_cast<LimitPolicy>(random.below(3));
  if (random.unit() < 0.3) s.gain = any(random, 1e-6, 1e6);
  if (random.unit() < 0.3) s.maxStep = random.unit() < 0.3 ? kInfinity : any(random, 1e-9, 1e9);
  if (random.unit() < 0.3)
    s.clamp = {.mode = static_cast<ClampMode>(random.below(3)), .distance = any(random, 1e-6, 1e6)};
  if (random.unit() < 0.3)
    s.secondary = {.kind = static_cast<SecondaryKind>(random.below(5)),
                   .gain = any(random, 1e-3, 1e3),
                   .centre = randomVector(3, 1, random),
                   .radius = random.unit()};
  return s;
}

StopRules strangeRules(Random& random) {
  StopRules rules;
  rules.maxUpdates = 1 + random.below(40);
  if (random.unit() < 0.3) rules.tolerance = rules.orientationTolerance = 0;
  if (random.unit() < 0.1) rules.tolerance = 1e9;
  if (random.unit() < 0.1) rules.residual = 1e-6;
  return rules;
}

void expectNumbers(const test::Json& json) {
  if (json.is_structured())
    for (const auto& each : json) expectNumbers(each);
  if (json.is_number()) EXPECT_TRUE(std::isfinite(json.get<double>()));
  EXPECT_FALSE(json.is_null());
}

TEST(DiagnosisHostile, ReturnsACauseOrAReasonForRandomScenes) {
  const char* given = std::getenv("IKLAB_SEED");
  Random random(given ? static_cast<std::uint64_t>(std::atoi(given)) : 1);
  std::map<std::string, int> seen;
  for (int k = 0; k < 600; ++k) {
    SCOPED_TRACE(k);
    const auto made = Model::make(strangeTree(random), strangeTargets(random));
    if (!made) continue;
    const Model::Pointer model = made.value();
    const Solver solver(model, strangeMethod(random), strangeSettings(random));
    if (!solver.fault().empty()) {
      ++seen["refused"];
      continue;
    }
    const int n = model->columns();
    const double far = random.unit() < 0.2 ? any(random, 1e-9, 1e12) : 1;
    const std::vector<Goal> goals = randomGoals(model->task, far, random);
    const StopRules rules = strangeRules(random);
    const Bounds bounds = boundsOf(model->tree, true);
    Vector start = randomVector(n, 3, random).cwiseMax(bounds.lower).cwiseMin(bounds.upper);
    const auto solved = solver.solve(start, goals, rules, Restarts{});
    ASSERT_TRUE(solved) << solved.reason();
    const Solution& end = solved.value();
    const bool moved = random.unit() < 0.1;
    const Vector at = moved ? randomVector(n, any(random, 1, 1e16), random) : end.theta;
    const DiagnosisBudget budget{.strongUpdates = 60, .methodUpdates = 20, .restarts = 2};
    const auto found = diagnose(solver, at, goals, rules, end.stop, budget);
    if (!found) {
      EXPECT_TRUE(moved) << found.reason();
      continue;
    }
    const Diagnosis& why = found.value();
    ++seen[word(why.cause)];
    const test::Json json = test::Json::parse(jsonOf(why, solver));
    expectNumbers(json);
    EXPECT_EQ(json["cause"], word(why.cause));
    EXPECT_EQ(why.obstacle.empty(), why.cause != Cause::undiagnosed) << json;
    if (!moved && end.stop != Stop::outside)
      EXPECT_EQ(why.cause == Cause::none, end.reached()) << json;
    if (why.cause == Cause::jointLimits) EXPECT_FALSE(why.limiting.empty()) << json;
    if (why.cause == Cause::outOfReach) EXPECT_GT(why.shortfall, 0) << json;
    for (const Experiment& each : why.helped)
      EXPECT_TRUE(each.reached || each.error <= kFallen * why.error) << json;
  }
  for (const char* each : {"none", "joint-limits", "out-of-reach", "no-pose-found", "breakdown"})
    EXPECT_GE(seen[each], 5) << each;
}

TEST(DiagnosisHostile, ExplainsWhyNoDiagnosisIsPossible) {
  TreeBuilder builder;
  builder.joint({.id = "a"});
  builder.effector({"tool", "a", {1, 0, 0}});
  const auto model =
      Model::make(builder.build().take(), std::vector<TargetSpec>{{.effector = "tool"}}).take();
  const Solver solver(model, DlsOptions{});
  const auto reason = [&](const Solver& asked, double q, double x, const StopRules& rules = {}) {
    const Vector theta = Vector::Constant(1, q);
    return test::Json::parse(
               explain(asked, theta, std::vector<Goal>{{{x, 0, 0}}}, rules, Stop::none))["reason"]
        .get<std::string>();
  };
  EXPECT_EQ(reason(solver, 1e10, 2).rfind("undiagnosed: the joint values have diverged, ", 0), 0u);
  EXPECT_EQ(reason(solver, kNotUsed, 2).rfind("undiagnosed: start", 0), 0u);
  EXPECT_EQ(reason(solver, 0, kNotUsed).rfind("undiagnosed: ", 0), 0u);
  EXPECT_EQ(reason(solver, 0, kInfinity).rfind("undiagnosed: ", 0), 0u);
  EXPECT_EQ(reason(solver, 0, 2, {.tolerance = -1}).rfind("undiagnosed: tolerance", 0), 0u);
  const Solver none(model, DlsOptions{.lambda = kNotUsed});
  EXPECT_EQ(reason(none, 0, 2), "undiagnosed: " + none.fault());
}

// |J^T e|^2 underflows and must not be a divisor.
TEST(DiagnosisHostile, NumbersStayFiniteWithAnOrientationWeightNearZero) {
  TreeBuilder builder;
  builder.joint({.id = "a", .lower = 0, .upper = 1});
  builder.effector({"tool", "a", {0, 0, 0}});
  const std::vector<TargetSpec> targets = {
      {.effector = "tool", .oriented = true, .orientationWeight = 1e-90}};
  const Solver solver(Model::make(builder.build().take(), targets).take(), DlsOptions{});
  const std::vector<Goal> goals = {
      {{0, 0, 0}, Eigen::Quaterniond(Eigen::AngleAxisd(-1, Eigen::Vector3d::UnitZ()))}};
  expectNumbers(test::Json::parse(explain(solver, Vector::Zero(1), goals, {}, Stop::atLimit)));
}

TEST(DiagnosisHostile, NamesTheLimitsOfAJointFixedByThem) {
  TreeBuilder builder;
  builder.joint({.id = "a", .lower = 0, .upper = 0});
  builder.effector({"tool", "a", {1, 0, 0}});
  const auto model =
      Model::make(builder.build().take(), std::vector<TargetSpec>{{.effector = "tool"}}).take();
  const Solver solver(model, DlsOptions{});
  const std::vector<Goal> goals = {{{std::cos(0.5), std::sin(0.5), 0}}};
  const auto why = diagnose(solver, Vector::Zero(1), goals, {}, Stop::atLimit).take();
  EXPECT_EQ(why.cause, Cause::jointLimits);
  ASSERT_EQ(why.limiting.size(), 1u);
  EXPECT_NEAR(why.limiting[0].beyond, 0.5, 1e-3);
}

}  // namespace
}  // namespace iklab::diagnosis_hostile_test
