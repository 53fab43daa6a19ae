// The scalar observables of methods, update by update, against the trace and independent
// computations.
#include "iklab/lab/shown_numbers.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "iklab/formula/formula.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/lab.hpp"
#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/formula_scene.hpp"

namespace iklab::shown_numbers_test {
namespace {

const char* const kStep = R"(Δθ = 0.3 Jᵀ (J Jᵀ + 0.04 I)⁻¹ e
show σ "Gains"
show ‖Δθ‖ "Step" rad
show k
show τ(s) = s / (s² + 0.04)
)";
const char* const kSilent = "Δθ = 0.1 Jᵀ e\nshow σ";
const char* const kBreaking =
    "show k\na = 1 / (3 - k)\nif k ≥ 3\n  a = chol(0 J Jᵀ)[1, 1]\nΔθ = 0.1 Jᵀ e";

struct Shown {
  explicit Shown(RunMode mode = RunMode::track) {
    test::BatchScene scene = test::batchScene("double-y");
    auto methods = MethodRegistry::builtIn();
    for (const auto& [text, id] : {std::pair{kStep, "step"}, {kSilent, "silent"}})
      methods = methods->with(formulaEntry(text, id)).take();
    scene.spec.methods = methods;
    scene.spec.run.mode = mode;
    scene.spec.run.updatesPerFrame = 3;
    lab = Lab::open(scene.tree, scene.spec).take();
    const Settings free{.maxStep = kInfinity};
    for (const char* id : {"silent", "step", "dls", "sdls", "step"})
      EXPECT_EQ(lab->setPanel(panels++, MethodOptions(id, *methods), free), "");
    EXPECT_EQ(lab->restart(panels), "");
  }
  // Values after the panel's last update.
  const double* ring(size_t before, int count, int update) const {
    const int slot = (update - 1) % lab->traceCapacity();
    return lab->shownNumbers().data() + before * static_cast<size_t>(lab->traceCapacity()) +
           slot * count;
  }
  std::span<const double> record(int panel, int update) const {
    const int slot = panel * lab->traceCapacity() + (update - 1) % lab->traceCapacity();
    return lab->trace().subspan(static_cast<size_t>(slot * lab->traceStride()),
                                static_cast<size_t>(lab->traceStride()));
  }
  double stepNorm(int panel, int update) const {
    const int n = lab->tree().columns(), k = static_cast<int>(lab->task().targets().size());
    const double* step = record(panel, update).data() + kTraceHead + 2 * k + n;
    return Eigen::Map<const Vector>(step, n).norm();
  }
  std::unique_ptr<Lab> lab;
  int panels = 0;
};

// ‖Δθ‖ of a formula equals the step in the trace, k the update. Other methods show what they
// report.
TEST(ShownNumbers, MatchTheTraceForFormulasAndBuiltInMethods) {
  Shown shown;
  const Lab& lab = *shown.lab;
  for (int frame = 0; frame < 20; ++frame)
    while (!shown.lab->advance(1)) continue;
  // Per panel: none; step and k; λ; none; step and k.
  ASSERT_EQ(lab.shownNumbers().size(), 5u * static_cast<size_t>(lab.traceCapacity()));
  for (int update = 1; update <= 60; ++update) {
    for (const auto& [panel, before] : {std::pair{1, 0u}, {4, 3u}}) {
      const double* of = shown.ring(before, 2, update);
      const double norm = shown.stepNorm(panel, update);
      ASSERT_GT(norm, 0);
      ASSERT_NEAR(of[0], norm, 1e-12 * norm) << update;
      ASSERT_EQ(of[1], update);
    }
    ASSERT_EQ(*shown.ring(2, 1, update), shown.record(2, update)[kTraceLambda]);
  }
}

// The ring has the last updates, and a pause within an update does not change it.
TEST(ShownNumbers, WrapAroundInTheRingIndependentOfPauses) {
  Shown whole, cut;
  const int most = whole.lab->traceCapacity() + 30;
  while (whole.lab->runner(1).updates() < most) {
    whole.lab->advance(100);
    while (!cut.lab->advance(1, 0)) continue;
  }
  EXPECT_EQ(test::copied(whole.lab->shownNumbers()), test::copied(cut.lab->shownNumbers()));
  const int last = whole.lab->runner(1).updates();
  for (int update = last; update > last - 40; --update)
    ASSERT_EQ(whole.ring(0, 2, update)[1], update);
}

TEST(ShownNumbers, AllocateNothingInAnUpdate) {
  Shown shown;
  shown.lab->advance(10);
  const size_t before = test::allocations();
  for (int frame = 0; frame < 20; ++frame) shown.lab->advance(10);
  EXPECT_EQ(test::allocations(), before);
}

TEST(ShownNumbers, AreNaNForAnUpdateThatBreaksDown) {
  test::BatchScene scene = test::batchScene("y");
  scene.spec.methods = MethodRegistry::builtIn()->with(formulaEntry(kBreaking)).take();
  scene.spec.run.mode = RunMode::track;
  const auto lab = Lab::open(scene.tree, scene.spec).take();
  ASSERT_EQ(lab->setPanel(0, MethodOptions("formula", *scene.spec.methods)), "");
  ASSERT_EQ(lab->restart(1), "");
  for (int frame = 0; frame < 4; ++frame) lab->advance(1);
  const std::span<const double> k = lab->shownNumbers();
  EXPECT_EQ(k[0], 1);
  EXPECT_EQ(k[1], 2);
  EXPECT_TRUE(std::isnan(k[2])) << k[2];
}

// Lanes compute two rows at a time. Their observables equal those of a formula for the same method.
TEST(ShownNumbers, OfLaneBatchesMatchTheFormulaOfTheMethod) {
  constexpr int kRows = 31;
  for (const char* id : {"dls", "transpose", "levenberg-marquardt"}) {
    SCOPED_TRACE(id);
    test::BatchScene scene = test::batchScene("y");
    scene.spec.methods = MethodRegistry::builtIn()->with(formulaEntry(test::shelfText(id))).take();
    scene.spec.run.rules.maxUpdates = 12;
    scene.spec.run.restarts = {};
    const auto batch = test::open(scene, {}, test::panelRow(id));
    MethodOptions table(id, *scene.spec.methods);
    if (std::string_view(id) == "dls") {
      ASSERT_EQ(table.set("lambda", 1.1), "");
    }
    std::vector<std::vector<double>> found;
    for (const MethodOptions& each : {table, MethodOptions("formula", *scene.spec.methods)}) {
      ASSERT_EQ(batch->setMethod(each, {.maxStep = 0.3}), "");
      ASSERT_EQ(batch->solve(0, kRows), "");
      found.emplace_back();
      for (int row = 0; row < kRows; ++row)
        found.back().push_back(batch->shown()[static_cast<size_t>(row * batch->shownStride())]);
    }
    for (size_t row = 0; row < kRows; ++row) {
      ASSERT_TRUE(found[0][row] > 0) << row;
      EXPECT_NEAR(found[0][row], found[1][row], 1e-6 * found[1][row]) << row;
    }
  }
}

}  // namespace
}  // namespace iklab::shown_numbers_test
