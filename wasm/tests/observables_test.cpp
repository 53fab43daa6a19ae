// Observables of methods, against closed forms and against the step.
#include <gtest/gtest.h>
#include <set>
#include <string_view>

#include "iklab/lab/diagnostics.hpp"
#include "tests/allocations.hpp"
#include "tests/support.hpp"

namespace iklab::observables_test {
namespace {

const MethodEntry& rowOf(const std::string& id) { return *MethodRegistry::builtIn()->find(id); }

// A method after one update of a random problem, and all its observables.
struct Seen {
  Seen(const std::string& id, Random& random, const std::vector<double>& numbers)
      : row(rowOf(id)),
        tree(test::randomTree(random)),
        task(test::randomTask(tree, random)),
        posed(tree, task, test::randomVector(tree.columns(), 1.5, random),
              test::randomGoals(task, 2, random)),
        method(posed.make(numbers)),
        report(posed.model),
        values(static_cast<size_t>(row.observedSize(posed.model))) {
    report.clear();
    method->update(posed.problem, report);
    row.observe(*method, report, posed.model, values);
  }
  Seen(const std::string& id, Random& random) : Seen(id, random, test::panelRow(id)) {}

  std::span<const double> of(std::string_view key) const {
    size_t at = 0;
    for (const Observable& each : row.observables) {
      const auto size = static_cast<size_t>(each.size(posed.model));
      if (key == each.key) return std::span(values).subspan(at, size);
      at += size;
    }
    return {};
  }

  const MethodEntry& row;
  Tree tree;
  Task task;
  test::Posed posed;
  std::unique_ptr<Method> method;
  Report report;
  std::vector<double> values;
};

TEST(Observables, KeysAreUniqueAndSizesWithinTheReportedMaximum) {
  Random random(3);
  const Tree tree = test::randomTree(random);
  const Model model(tree, test::randomTask(tree, random));
  for (const auto& row : test::methods()) {
    std::set<std::string_view> keys;
    for (const Observable& each : row->observables) EXPECT_TRUE(keys.insert(each.key).second);
    EXPECT_LE(row->observedSize(model), MethodRegistry::builtIn()->mostObserved(model)) << row->id;
  }
}

TEST(Observables, AreNeverNaNAndReadingThemAllocatesNothingSeed7) {
  Random random(7);
  for (const auto& row : test::methods()) {
    // It also has the observables of the inactive stage.
    if (row->group == Group::staged) continue;
    for (int trial = 0; trial < 10; ++trial) {
      Seen seen(row->id, random);
      for (const Observable& each : row->observables)
        for (const double value : seen.of(each.key)) EXPECT_FALSE(std::isnan(value)) << each.key;
      const size_t before = test::allocations();
      row->observe(*seen.method, seen.report, seen.posed.model, seen.values);
      EXPECT_EQ(test::allocations(), before) << row->id;
    }
  }
}

TEST(Observables, AlphaIsTheStepLengthAlongTheGradientSeed8) {
  Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const Seen seen("transpose", random);
    const Matrix& j = seen.posed.problem.jacobian().matrix();
    const Vector pull = j.transpose() * seen.posed.problem.error;
    EXPECT_LE((seen.report.step - seen.of("alpha")[0] * pull).norm(),
              1e-12 * seen.report.step.norm());
  }
}

// gamma_i = gamma_max min(1, N_i / M_i), from the bases of the decomposition.
TEST(Observables, GammaOfSdlsMatchesThePaperForIsolatedSigmaSeed9) {
  Random random(9);
  int compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Seen seen("sdls", random);
    const Problem& problem = seen.posed.problem;
    const Matrix& j = problem.jacobian().matrix();
    const Svd& s = problem.svd();
    const std::span<const double> gamma = seen.of("gamma");
    for (int i = 0; i < s.count(); ++i) {
      const double near = 1e-3 * s.largest();
      const bool alone = s.sigma(i) > near && (i == 0 || s.sigma(i - 1) - s.sigma(i) > near) &&
                         (i + 1 == s.count() || s.sigma(i) - s.sigma(i + 1) > near);
      if (!alone) continue;
      double n = 0, m = 0;
      for (const Block& b : seen.task.blocks()) {
        n += s.u(i).segment<3>(b.row).norm();
        for (int c = 0; c < j.cols(); ++c)
          m += std::abs(s.v(i)[c]) * j.col(c).segment<3>(b.row).norm() / s.sigma(i);
      }
      EXPECT_NEAR(gamma[static_cast<size_t>(i)], EIGEN_PI / 4 * std::min(1.0, n / m), 1e-9);
      ++compared;
    }
  }
  EXPECT_GT(compared, 60);
}

// lambda_j = c (2 (theta - comfort) / (max - min))^p + 1 / w
TEST(Observables, JointDampingOfIdlsMatchesThePaperSeed10) {
  Random random(10);
  for (int trial = 0; trial < 30; ++trial) {
    const Seen seen("idls", random);
    const std::span<const double> damping = seen.of("jointDamping");
    for (int c = 0; c < seen.tree.columns(); ++c) {
      const Joint& joint = seen.tree.moving(c);
      const double theta = seen.posed.state.theta[c], range = joint.upper - joint.lower;
      const double told = damping[static_cast<size_t>(c)];
      EXPECT_EQ(told, seen.method->jointDamping(c, theta));
      if (range == 0) continue;
      const double away = std::isfinite(range) ? 2 * (theta - joint.comfort) / range : 0;
      const double expected = std::pow(away, 8) + 1 / joint.weight;
      EXPECT_NEAR(told, expected, 1e-12 * expected);
    }
  }
}

TEST(Observables, OfTwoStageAreThoseOfTheActiveStageSeed11) {
  std::vector<double> numbers = test::panelRow("two-stage");  // Stages: dls, then sdls.
  const int switchAt = test::paramIndex("two-stage", "switchAt");
  for (const bool far : {true, false}) {
    numbers[static_cast<size_t>(switchAt)] = far ? 0 : 1e6;
    Random random(11), same(11);
    const Seen both("two-stage", random, numbers);
    const Seen stage(far ? "dls" : "sdls", same);
    EXPECT_EQ(both.report.step, stage.report.step);
    const auto isNan = [](double value) { return std::isnan(value); };
    const auto equal = [](std::span<const double> a, std::span<const double> b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    };
    EXPECT_EQ(std::isnan(both.of("lambda")[0]), !far);
    EXPECT_EQ(std::ranges::all_of(both.of("gamma"), isNan), far);
    EXPECT_TRUE(std::ranges::all_of(both.of("jointDamping"), isNan));
    EXPECT_TRUE(far ? equal(both.of("lambda"), stage.of("lambda"))
                    : equal(both.of("gamma"), stage.of("gamma")));
  }
}

TEST(Observables, AppearInTheDiagnosticsFindings) {
  Random random(12);
  const Tree tree = test::randomTree(random);
  const auto model = std::make_shared<const Model>(tree, test::randomTask(tree, random));
  Diagnostics scope(*model, *MethodRegistry::builtIn());
  const DiagnosticsLayout layout = layoutOf(*model, *MethodRegistry::builtIn());
  std::fill(scope.probe().begin(), scope.probe().end(), 1e-3);
  for (size_t k = 0; k < model->task.targets().size(); ++k) {
    double* turn = &scope.probe()[static_cast<size_t>(tree.columns()) + 7 * k + 3];
    std::fill_n(turn, 4, 0.5);
  }
  EXPECT_EQ(layout.size - layout.observed, MethodRegistry::builtIn()->mostObserved(*model));
  const auto solver =
      solverOf(model, LimitPolicy::ignore, *MethodRegistry::builtIn(), test::panelRow("dls"));
  ASSERT_EQ(scope.look(&solver.value()), "");
  EXPECT_EQ(scope.findings()[static_cast<size_t>(layout.observed)], 1.1);
  ASSERT_EQ(scope.look(nullptr), "");
  EXPECT_TRUE(std::isnan(scope.findings()[static_cast<size_t>(layout.observed)]));
}

}  // namespace
}  // namespace iklab::observables_test
