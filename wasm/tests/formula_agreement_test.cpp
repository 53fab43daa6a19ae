// Methods written as formulas against the built-in ones: the same steps along the run of the
// built-in method, and the same rows wherever a method can be used.
#include <gtest/gtest.h>

#include "iklab/ik/step_limit.hpp"
#include "iklab/lab/batch.hpp"
#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/formula_scene.hpp"

namespace iklab::formula_agreement_test {
namespace {

using test::FormulaParams;
using test::formulaScene;
using test::FormulaScene;
using test::formulaScenes;
using test::shelfText;
using test::Written;

constexpr int kUpdates = 60;

struct Pair {
  const char* text;
  FormulaParams params;
  const char* method;
  FormulaParams own;
  double tolerance = 1e-12;  // Relative to the largest step.
};

// The next damping of Levenberg-Marquardt depends on the decrease of f. If that is in the last
// digits of f, as with goals out of reach, few digits of the damping agree.
const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = {
      {"transpose", {}, "transpose", {}},
      {"pseudoinverse", {}, "pseudoinverse", {}},
      {"truncated",
       {{"cutoff", 0.01}, {"relative", 1}},
       "truncated",
       {{"cutoff", 0.01}, {"cutoffIs", 1}}},
      {"dls", {{"λ", 0.3}}, "dls", {{"lambda", 0.3}}},
      {"dls-by-sigma",
       {{"λ₁", 0.5}, {"ε", 0.3}},
       "dls",
       {{"damping", 1}, {"lambdaMax", 0.5}, {"region", 0.3}}},
      {"dls-by-sigma",
       {{"rule", 1}, {"λ₁", 0.5}, {"w₀", 5}},
       "dls",
       {{"damping", 2}, {"lambdaMax", 0.5}, {"manipulabilityBound", 5}}},
      {"filtered", {}, "filtered", {{"lambda", 0.05}, {"beta", 0.5}}},
      {"sdls", {}, "sdls", {}},
      {"idls", {}, "idls", {}},
      {"weighted-least-norm", {}, "weighted-least-norm", {{"lambda", 0.05}}},
      {"priority", {{"λ", 0.3}}, "priority", {{"lambda", 0.3}}},
      {"levenberg-marquardt", {}, "levenberg-marquardt", {}, 1e-8},
      {"halley", {}, "halley", {{"lambda", 0}}},
      {"newton", {}, "newton", {{"lineSearch", 1}}},
      {"ccd", {}, "ccd", {}},
      {"bfgs", {}, "bfgs", {}},
  };
  return all;
}

MethodOptions builtIn(const Pair& pair) {
  MethodOptions options{std::string(pair.method)};
  for (const auto& [key, value] : pair.own) EXPECT_EQ(options.set(key, value), "");
  return options;
}

struct Agreement {
  double deviation = 0;  // Relative to the largest step.
  bool bits = true;
  bool moved = true;
};

// Both methods see the state that the built-in method has reached, and learn the step that it made.
Agreement along(const Pair& pair, const FormulaScene& scene, bool moving) {
  Written text(scene, shelfText(pair.text), pair.params);
  const auto method = builtIn(pair).make(text.posed.model);
  std::vector<double> learnt(static_cast<size_t>(method->memorySize()));
  method->forget(learnt);
  Report report(text.posed.model);
  Vector theta = scene.start;
  double most = 0, apart = 0;
  Agreement found;
  for (int u = 0; u < kUpdates; ++u) {
    text.posed.place(theta, moving ? test::movedGoals(scene, u) : scene.goals);
    text.update();
    report.clear();
    text.posed.problem.learnt = learnt;
    method->update(text.posed.problem, report);
    EXPECT_EQ(text.report.breakdown, report.breakdown)
        << pair.text << ", " << scene.name << ", update " << u << ", line " << text.report.line;
    found.bits &= text.report.step == report.step;
    for (Vector* step : {&text.report.step, &report.step})
      limitStep<double>(scene.tree, EIGEN_PI / 4, kInfinity, step->data());
    const Vector& step = report.step;
    apart = std::max(apart, (text.report.step - step).cwiseAbs().maxCoeff());
    most = std::max(most, step.cwiseAbs().maxCoeff());
    text.posed.learn(*text.method, step);
    method->learn(text.posed.problem, step, learnt);
    theta += step;
  }
  found.moved = most > 0;
  found.deviation = apart / most;
  return found;
}

class FormulaAgreement : public testing::TestWithParam<Pair> {};

TEST_P(FormulaAgreement, MatchesTheBuiltInMethodUpdateByUpdate) {
  const Pair& pair = GetParam();
  double worst = 0;
  for (const FormulaScene& scene : formulaScenes())
    for (const bool moving : {true, false}) {
      // This formula supports positions only, and no screw joints.
      const bool screws = scene.name == "spatial-8" || scene.task.targets()[0].oriented;
      if (std::string(pair.text) == "ccd" && screws) continue;
      SCOPED_TRACE(scene.name + (moving ? ", moving" : ", resting"));
      const Agreement found = along(pair, scene, moving);
      EXPECT_TRUE(found.moved);
      EXPECT_LE(found.deviation, pair.tolerance);
      worst = std::max(worst, found.deviation);
      const bool exact = std::string(pair.text) == "transpose" || std::string(pair.method) == "dls";
      if (exact && pair.params.size() <= 1 && scene.name == "double-y") {
        EXPECT_TRUE(found.bits);
      }
    }
  RecordProperty("worst", std::to_string(worst));
  if (std::getenv("IKLAB_DEVIATIONS")) std::printf("%-22s %.1e\n", pair.text, worst);
}

std::string nameOfPair(const testing::TestParamInfo<Pair>& info) {
  std::string name = std::string(info.param.text) + "_" + std::to_string(info.index);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Texts, FormulaAgreement, testing::ValuesIn(pairs()), nameOfPair);

TEST(FormulaShelf, EveryFormulaIsComparedOrHasNoBuiltInMethod) {
  const std::vector<std::string> alone = {"barzilai-borwein", "geodesic", "heavy-ball",
                                          "turn-damped"};
  for (const std::string& name : test::shelfNames()) {
    const bool paired = std::any_of(pairs().begin(), pairs().end(),
                                    [&](const Pair& each) { return name == each.text; });
    EXPECT_NE(paired, std::count(alone.begin(), alone.end(), name) > 0) << name;
  }
}

// --- in panels, batches and solvers.

struct Rows {
  LimitPolicy limits;
  double gain;
};

// Deviations per update grow along a run.
constexpr double kAlong = 1e-9;

// The scene of a lab, with a formula as an additional method.
struct Shop {
  Shop(const std::string& scene, const std::string& text, LimitPolicy limits)
      : entry(formulaEntry(text)), batch(test::batchScene(scene)) {
    batch.spec.methods = MethodRegistry::builtIn()->with(entry).take();
    batch.spec.run.limitPolicy = limits;
    batch.spec.run.rules.maxUpdates = 60;
    batch.spec.run.restarts = {.most = 2, .every = 20};
  }
  MethodOptions options(const FormulaParams& params) const {
    MethodOptions made("formula", *batch.spec.methods);
    for (const auto& [key, value] : params) EXPECT_EQ(made.set(key, value), "");
    return made;
  }
  const MethodEntry::Pointer entry;
  test::BatchScene batch;
};

double apart(const Vector& a, const Vector& b) { return (a - b).cwiseAbs().maxCoeff(); }

TEST(FormulaPanel, MatchesTheBuiltInMethodInALab) {
  const Pair dls = pairs()[3];
  for (const char* scene : {"double-y", "human-arm", "spatial-8", "arm-6"})
    for (const LimitPolicy limits : {LimitPolicy::ignore, LimitPolicy::clamp, LimitPolicy::lock})
      for (const double gain : {1.0, 0.4}) {
        SCOPED_TRACE(std::string(scene) + ", limits " + std::to_string(static_cast<int>(limits)));
        Shop shop(scene, shelfText(dls.text), limits);
        shop.batch.spec.run.mode = RunMode::converge;
        const auto lab = Lab::open(shop.batch.tree, shop.batch.spec).take();
        const Settings settings{.gain = gain, .maxStep = 0.3};
        ASSERT_EQ(lab->setPanel(0, shop.options(dls.params), settings), "");
        ASSERT_EQ(lab->setPanel(1, builtIn(dls), settings), "");
        ASSERT_EQ(lab->restart(2), "");
        for (int u = 0; u < 50; ++u) {
          lab->advance(1);
          ASSERT_EQ(lab->fault(), "");
          ASSERT_LE(apart(lab->runner(0).theta(), lab->runner(1).theta()), kAlong) << u;
        }
        EXPECT_EQ(lab->runner(0).restarts(), lab->runner(1).restarts());
      }
}

// A formula's memory belongs to the instance. Where limits lock joints, the motion of those joints
// is subtracted from `e` to first order, but the methods of the library evaluate f there, so their
// runs differ.
TEST(FormulaPanel, KeepsItsMemoryUnderEveryLimitPolicy) {
  for (const char* text : {"bfgs", "levenberg-marquardt"})
    for (const LimitPolicy limits : {LimitPolicy::ignore, LimitPolicy::clamp, LimitPolicy::lock}) {
      SCOPED_TRACE(std::string(text) + ", limits " + std::to_string(static_cast<int>(limits)));
      Shop shop("human-arm", shelfText(text), limits);
      shop.batch.spec.run.mode = RunMode::converge;
      shop.batch.spec.run.restarts = {};
      const auto lab = Lab::open(shop.batch.tree, shop.batch.spec).take();
      ASSERT_EQ(lab->setPanel(0, shop.options({}), {.maxStep = 0.3}), "");
      ASSERT_EQ(lab->setPanel(1, MethodOptions(std::string(text)), {.maxStep = 0.3}), "");
      ASSERT_EQ(lab->restart(2), "");
      const double start = lab->runner(0).error();
      double worst = 0;
      for (int u = 0; u < 12; ++u) {
        lab->advance(1);
        worst = std::max(worst, apart(lab->runner(0).theta(), lab->runner(1).theta()));
      }
      if (limits != LimitPolicy::lock) {
        EXPECT_LE(worst, 1e-6);
      }
      EXPECT_LT(lab->runner(0).error(), start);
      EXPECT_GT(lab->runner(0).updates(), 1);
    }
}

TEST(FormulaBatch, RowsMatchTheBuiltInMethod) {
  for (const auto& [text, tolerance] : {std::pair{3, 1e-7}, {0, 1e-7}}) {
    const Pair& pair = pairs()[static_cast<size_t>(text)];
    Shop shop("y", shelfText(pair.text), LimitPolicy::clamp);
    test::BatchSpec spec;
    const auto open = [&](const MethodOptions& options) {
      auto batch = Batch::open(shop.batch.tree, shop.batch.spec, test::rowOf(spec)).take();
      EXPECT_EQ(batch->setMethod(options, {.maxStep = 0.3}), "");
      return batch;
    };
    const auto mine = open(shop.options(pair.params)), theirs = open(builtIn(pair));
    ASSERT_EQ(mine->solve(0, 8), "");
    ASSERT_EQ(theirs->solve(0, 8), "");
    for (size_t i = 0; i < 8 * kBatchStride; ++i) {
      const double a = mine->rows()[i], b = theirs->rows()[i];
      EXPECT_TRUE((std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance)
          << pair.text << ", row " << i / kBatchStride << ", field " << i % kBatchStride << ": "
          << a << ", " << b;
    }
  }
}

// A row is the same alone and among others: no state of one problem reaches the next.
TEST(FormulaBatch, RowsDoNotShareMemory) {
  Shop shop("y", shelfText("bfgs"), LimitPolicy::ignore);
  test::BatchSpec spec;
  const auto open = [&] {
    auto batch = Batch::open(shop.batch.tree, shop.batch.spec, test::rowOf(spec)).take();
    EXPECT_EQ(batch->setMethod(shop.options({})), "");
    return batch;
  };
  const auto together = open();
  ASSERT_EQ(together->solve(0, 6), "");
  for (int row = 5; row >= 0; --row) {
    const auto alone = open();
    ASSERT_EQ(alone->solve(row, 1), "");
    const size_t n = together->poses().size() / kBatchCapacity;
    for (size_t c = 0; c < n; ++c)
      EXPECT_EQ(alone->poses()[c], together->poses()[static_cast<size_t>(row) * n + c]);
  }
}

// --- memory of an instance.

Solver solverOf(const FormulaScene& scene, const FormulaOptions& options) {
  return Solver(std::make_shared<const Model>(scene.tree, scene.task), options);
}

TEST(FormulaMemory, BelongsToTheInstanceInASharedWorkspace) {
  const FormulaScene& scene = formulaScene("double-y");
  for (const char* text : {"heavy-ball", "bfgs", "levenberg-marquardt"}) {
    const Solver solver = solverOf(scene, {.text = shelfText(text)});
    ASSERT_EQ(solver.fault(), "");
    const auto startOf = [&](int i) { return Vector(scene.start.array() + 0.1 * i); };
    std::vector<Memory> shared, alone;
    Workspace one(solver);
    for (int i = 0; i < 3; ++i) shared.push_back({startOf(i)}), alone.push_back({startOf(i)});
    for (int u = 0; u < 15; ++u)
      for (size_t i = 0; i < 3; ++i) solver.update(shared[i], test::movedGoals(scene, u), one);
    for (size_t i = 0; i < 3; ++i) {
      Workspace own(solver);
      for (int u = 0; u < 15; ++u) solver.update(alone[i], test::movedGoals(scene, u), own);
      EXPECT_EQ(shared[i].theta, alone[i].theta) << text;
      EXPECT_EQ(shared[i].learnt, alone[i].learnt) << text;
    }
    EXPECT_NE(shared[0].learnt, shared[1].learnt);
  }
}

TEST(FormulaMemory, IsResetByATargetJumpAndARestart) {
  const FormulaScene& scene = formulaScene("y");
  const Solver solver = solverOf(scene, {.text = "keep v = ones(joints)\n"
                                                 "Δθ = 0.01 v\n"
                                                 "learn\n  v = v + 1\n"
                                                 "show k\n"});
  Workspace workspace(solver);
  Memory memory{scene.start};
  const auto step = [&] {
    workspace.update(memory);
    return workspace.report().step[0] / 0.01;
  };
  const auto count = [&] {
    std::array<double, 1> seen;
    workspace.observe(seen);
    return seen[0];
  };
  workspace.begin(memory, scene.goals);
  for (int u = 1; u <= 4; ++u) {
    EXPECT_NEAR(step(), u, 1e-12);
    EXPECT_EQ(count(), u);
  }
  workspace.moved(memory, false);
  EXPECT_NEAR(step(), 5, 1e-12);
  workspace.moved(memory, true);
  EXPECT_NEAR(step(), 1, 1e-12);
  EXPECT_EQ(count(), 1);
  EXPECT_NEAR(step(), 2, 1e-12);
  workspace.restart(memory, scene.start);
  EXPECT_NEAR(step(), 1, 1e-12);
}

// `keep` is computed from the first update, `learn` sees the step as applied.
TEST(FormulaMemory, LearnsFromTheAppliedStep) {
  const FormulaScene& scene = formulaScene("y");
  const Solver solver = Solver(std::make_shared<const Model>(scene.tree, scene.task),
                               FormulaOptions{.text = "keep was = zeros(joints)\n"
                                                      "keep f = ½ ‖e‖²\n"
                                                      "Δθ = 9 ones(joints)\n"
                                                      "learn\n  was = step\n"},
                               {.maxStep = 0.125});
  Workspace workspace(solver);
  Memory memory{scene.start};
  workspace.begin(memory, scene.goals);
  const double f = 0.5 * workspace.objective() * workspace.objective();
  workspace.update(memory);
  ASSERT_EQ(memory.learnt.size(), 9u);
  for (size_t c = 0; c < 7; ++c) EXPECT_EQ(memory.learnt[1 + c], 0.125);
  EXPECT_GT(f, 0);
  test::Posed posed(scene.tree, scene.task, scene.start, scene.goals);
  EXPECT_NEAR(memory.learnt[8], 0.5 * posed.problem.error.squaredNorm(), 1e-14);
}

// An update that fails changes no memory.
TEST(FormulaMemory, LearnsNothingFromABreakdown) {
  Written text(formulaScene("y"),
               "param p = 1 in 0..1\nkeep v = 1\nΔθ = Jᵀe / p\nlearn\n  v = 2\n");
  MethodOptions none = text.options;
  EXPECT_EQ(none.set("p", 0), "");
  text.method->tune(none);
  text.learn();
  EXPECT_TRUE(text.report.breakdown);
  EXPECT_EQ(text.posed.learnt, std::vector<double>({0, 0}));
  text.method->tune(text.options);
  text.learn();
  EXPECT_FALSE(text.report.breakdown);
  EXPECT_EQ(text.posed.learnt, std::vector<double>({1, 2}));
}

TEST(FormulaParams, ApplyFromTheNextUpdate) {
  Written text(formulaScene("y"),
               "param a = 2 in 0..9\nparam way = there | back\nparam on = yes\n"
               "Δθ = (a if on else 0) ones(joints)\n"
               "if way is back\n  Δθ = -Δθ\n");
  const auto step = [&](const FormulaParams& params) {
    MethodOptions options = text.options;
    for (const auto& [key, value] : params) EXPECT_EQ(options.set(key, value), "");
    EXPECT_EQ(options.fault(), "");
    text.method->tune(options);
    return text.update().step[0];
  };
  EXPECT_EQ(step({}), 2);
  EXPECT_EQ(step({{"a", 3}}), 3);
  EXPECT_EQ(step({{"a", 3}, {"way", 1}}), -3);
  EXPECT_EQ(step({{"on", 0}, {"way", 1}}), 0);
  EXPECT_FALSE(std::signbit(step({{"on", 0}, {"way", 1}})));
  MethodOptions far = text.options;
  EXPECT_EQ(far.set("a", 10), "");
  EXPECT_NE(far.fault(), "");
  EXPECT_NE(far.set("b", 1), "");
  EXPECT_EQ(MethodOptions(FormulaOptions{"Δθ = Jᵀ e", {{"b", 1}}}).fault(),
            "formula has no parameter 'b'");
}

// --- no heap allocation.

TEST(FormulaHeap, AllocatesNothingInAnUpdate) {
  for (const FormulaScene& scene : formulaScenes())
    for (const std::string& name : test::shelfNames()) {
      Written text(scene, shelfText(name));
      std::vector<double> seen = text.shown();
      Eigen::internal::set_is_malloc_allowed(false);
      const size_t before = test::allocations();
      for (int u = 0; u < 3; ++u) {
        text.learn();
        text.method->observe(seen);
        text.method->filter(0.5);
      }
      EXPECT_EQ(test::allocations() - before, 0u) << name << ", " << scene.name;
      Eigen::internal::set_is_malloc_allowed(true);
    }
}

TEST(FormulaHeap, AllocatesNothingInALabWithLockedJoints) {
  for (const std::string& name : test::shelfNames()) {
    Shop shop("spatial-8", shelfText(name), LimitPolicy::lock);
    const auto lab = Lab::open(shop.batch.tree, shop.batch.spec).take();
    ASSERT_EQ(lab->setPanel(0, shop.options({})), "");
    ASSERT_EQ(lab->restart(1), "");
    lab->watch(true);
    Eigen::internal::set_is_malloc_allowed(false);
    const size_t before = test::allocations();
    for (int u = 0; u < 10; ++u) lab->advance(1);
    EXPECT_EQ(test::allocations() - before, 0u) << name;
    Eigen::internal::set_is_malloc_allowed(true);
  }
}

}  // namespace
}  // namespace iklab::formula_agreement_test
