// Single problems: against a solver without buffers and a follower, to the bit; rejected input.
#include "iklab/lab/pose_solver.hpp"

#include <gtest/gtest.h>

#include "iklab/lab/follower.hpp"
#include "tests/allocations.hpp"
#include "tests/batched.hpp"
#include "tests/world.hpp"

namespace iklab::pose_solver_test {
namespace {

LabSpec planar(int n) {
  LabSpec spec;
  spec.targets = {LabTarget{}};
  spec.targets[0].base.position = {1.2, 0.7, 0};
  spec.start = Vector::Constant(n, 0.3);
  return spec;
}

std::unique_ptr<PoseSolver> opened(const LabSpec& spec, const std::string& method) {
  auto solver = PoseSolver::open(test::planarChain(3, -2, 2), spec).take();
  const std::vector<double> row = test::panelRow(method);
  std::copy(row.begin(), row.end(), solver->params().begin());
  return solver;
}

std::vector<double> numbers(std::span<const double> all) { return {all.begin(), all.end()}; }

TEST(PoseSolver, MatchesTheSolverToTheBit) {
  const LabSpec spec = planar(3);
  for (const char* method : {"dls", "sdls", "ccd"}) {
    const auto solver = opened(spec, method);
    solver->rules()[kRuleLimits] = static_cast<double>(LimitPolicy::clamp);
    solver->rules()[kRuleRestarts] = 2;
    ASSERT_TRUE(solver->solve(-1, true)) << solver->fault();
    const auto model = Model::make(test::planarChain(3, -2, 2), {{.effector = "tip"}}).take();
    const auto own = solverOf(model, LimitPolicy::clamp, *spec.methods, solver->params()).take();
    const Solution s =
        own.solve(spec.start, std::vector{spec.targets[0].base}, {}, {.most = 2}).take();
    EXPECT_EQ(numbers(solver->answer()), numbers({s.theta.data(), 3})) << method;
    EXPECT_EQ(solver->outcome()[kAnswerUpdates], s.updates) << method;
    EXPECT_EQ(solver->outcome()[kAnswerError], s.error) << method;
    EXPECT_EQ(solver->outcome()[kAnswerStop], static_cast<double>(s.stop)) << method;
    EXPECT_EQ(solver->misses()[0], s.distances[0]) << method;
  }
}

// Calls with and without starts alternate in one solver. Two updates reach few goals, so results
// depend on the restarts.
TEST(PoseSolver, RowsMatchSingleSolvesToTheBit) {
  const LabSpec spec = planar(3);
  for (const char* method : {"dls", "sdls"}) {
    const auto many = opened(spec, method), single = opened(spec, method);
    for (PoseSolver* solver : {many.get(), single.get()}) {
      solver->rules()[kRuleMaxUpdates] = 2;
      solver->rules()[kRuleRestarts] = 3;
    }
    constexpr int kRows = 11, kFirst = 4;
    for (int row = 0; row < kRows; ++row) {
      double* goal = &many->rowGoals()[static_cast<size_t>(row * kTargetStride)];
      std::copy(single->goals().begin(), single->goals().end(), goal);
      goal[0] = 1.5 - 0.2 * row;
      for (size_t c = 0; c < 3; ++c)
        many->rowStarts()[static_cast<size_t>(row) * 3 + c] = 0.1 * row - 0.3;
    }
    int restarts = 0;
    for (const bool started : {false, true, false}) {
      ASSERT_EQ(many->solveRows(kFirst, kRows, started), -1) << many->fault();
      for (size_t row = 0; row < kRows; ++row) {
        std::copy_n(&many->rowGoals()[row * kTargetStride], kTargetStride, single->goals().begin());
        std::copy_n(&many->rowStarts()[row * 3], 3, single->start().begin());
        ASSERT_TRUE(single->solve(kFirst + static_cast<double>(row), started)) << single->fault();
        EXPECT_EQ(numbers(many->rowAnswers().subspan(row * 3, 3)), numbers(single->answer()));
        EXPECT_EQ(numbers(many->rowOutcomes().subspan(row * kAnswerStride, kAnswerStride)),
                  numbers(single->outcome()));
        restarts += single->outcome()[kAnswerRestarts] > 0;
      }
    }
    EXPECT_GT(restarts, 15) << method;
    many->rowGoals()[3 * kTargetStride] = kInfinity;
    EXPECT_EQ(many->solveRows(0, kRows, false), 3);
    EXPECT_NE(many->fault(), "");
    many->rules()[kRuleTolerance] = -1;
    EXPECT_EQ(many->solveRows(0, kRows, false), kPoseRows);
  }
}

TEST(PoseSolver, StepsMatchTheFollowerToTheBit) {
  const LabSpec spec = planar(3);
  const auto solver = opened(spec, "dls");
  const auto follower = Follower::open(test::planarChain(3, -2, 2), spec).take();
  std::copy(solver->params().begin(), solver->params().end(), follower->params().begin());
  constexpr int kPoints = 30;
  ASSERT_EQ(follower->resize(kPoints), "");
  for (int p = 0; p < kPoints; ++p) {
    double* goal = &follower->goals()[static_cast<size_t>(p * kTargetStride)];
    goal[0] = 1.2 + 0.02 * p;
    goal[1] = 0.7 - 0.03 * p;
  }
  ASSERT_EQ(follower->begin(2, 1), "");
  ASSERT_TRUE(follower->advance(kPoints));
  ASSERT_TRUE(solver->begin(2)) << solver->fault();
  for (int p = 0; p < kPoints; ++p) {
    const auto at = static_cast<size_t>(p);
    std::copy_n(&follower->goals()[at * kTargetStride], kTargetStride, solver->goals().begin());
    ASSERT_TRUE(solver->step()) << solver->fault();
    EXPECT_EQ(numbers(solver->answer()), numbers(follower->poses().subspan(3 * at, 3))) << p;
  }
}

TEST(PoseSolver, StepAllocatesNothing) {
  const auto solver = opened(planar(3), "sdls");
  ASSERT_TRUE(solver->begin(5));
  ASSERT_TRUE(solver->step());
  const size_t before = test::allocations();
  for (int i = 0; i < 100; ++i) {
    solver->goals()[0] = 1.2 + 0.001 * i;
    ASSERT_TRUE(solver->step());
  }
  EXPECT_EQ(test::allocations(), before);
}

TEST(PoseSolver, RejectsInvalidInputAndKeepsItsAnswer) {
  const auto solver = opened(planar(3), "dls");
  EXPECT_FALSE(solver->step());
  EXPECT_EQ(solver->fault(), "nothing was begun");
  ASSERT_TRUE(solver->solve(-1, true));
  const std::vector<double> answer = numbers(solver->answer());
  const auto refused = [&](double& cell, double value, const std::string& fault) {
    const double was = cell;
    cell = value;
    EXPECT_FALSE(solver->solve(-1, true));
    EXPECT_EQ(solver->fault(), fault);
    EXPECT_EQ(numbers(solver->answer()), answer);
    cell = was;
    EXPECT_TRUE(solver->solve(-1, true));
  };
  refused(solver->rules()[kRuleMaxUpdates], 0.5, "maxUpdates must be from 1 to 1000000; got 0.5");
  refused(solver->rules()[kRuleMaxRises], 1.5, "maxRises must be a whole number; got 1.5");
  refused(solver->rules()[kRuleSeed], kInfinity,
          "seed must be from 0 to 9.00719925474e+15; got inf");
  refused(solver->params()[kGain], 0, "gain must be above 0 and at most 1e+15; got 0");
  refused(solver->goals()[2], kNotUsed,
          "goals[0].position[2] must be from -1e+15 to 1e+15; got nan");
}

}  // namespace
}  // namespace iklab::pose_solver_test
