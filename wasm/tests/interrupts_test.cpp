// Solves with a time limit or a stop token.
#include "iklab/ik/interrupts.hpp"

#include <gtest/gtest.h>
#include <stop_token>

#include "iklab/solver.hpp"

namespace iklab::interrupts_test {
namespace {

Solver makeSolver() {
  TreeBuilder arm;
  arm.joint({.id = "a"});
  arm.joint({.id = "b", .parent = "a", .xyz = {1, 0, 0}});
  arm.effector({.id = "tip", .parent = "b", .xyz = {1, 0, 0}});
  return Solver(Model::make(arm.build(), {{.effector = "tip"}}).take(), DlsOptions{});
}

const Vector kStart = Eigen::Vector2d(0.2, 0.4);

Solution solveWith(const Interrupt& interrupt) {
  const std::vector<Goal> goals = {{.position = {0.6, 1.1, 0}}};
  return makeSolver().solve(kStart, goals, {}, kSolveRestarts, interrupt).take();
}

void expectNothingDone(const Solution& found) {
  EXPECT_EQ(found.stop, Stop::none);
  EXPECT_FALSE(found.reached());
  EXPECT_EQ(found.updates, 0);
  EXPECT_EQ(found.theta, kStart);
}

TEST(Interrupts, ATimeLimitOfZeroStopsAtTheStart) {
  expectNothingDone(solveWith(timeLimit(std::chrono::seconds(0))));
  expectNothingDone(solveWith(timeLimit(std::chrono::milliseconds(-1))));
}

TEST(Interrupts, ARequestedStopStopsAtTheStart) {
  std::stop_source source;
  const Interrupt interrupt = stopRequested(source.get_token());
  EXPECT_FALSE(interrupt());
  source.request_stop();
  expectNothingDone(solveWith(interrupt));
}

TEST(Interrupts, ACallbackStopsBetweenUpdates) {
  int calls = 0;
  const Solution found = solveWith([&] { return ++calls > 3; });
  EXPECT_EQ(found.stop, Stop::none);
  EXPECT_EQ(found.updates, 3);
}

// The first attempt ends stretched towards a goal out of reach; a restart begins worse.
TEST(Interrupts, ReturnTheEndOfAnEarlierAttemptIfItIsCloser) {
  const Solver solver = makeSolver();
  const std::vector<Goal> goals = {{.position = {3, 4, 0}}};
  const Solution once = solver.solve(kStart, goals, {}, {}).take();
  EXPECT_NEAR(once.error, 3, 0.05);  // At distance 5, from an arm of length 2.
  int calls = 0;
  const auto interrupt = [&] { return ++calls > once.updates + 1; };
  const Solution found = solver.solve(kStart, goals, {}, {.most = 20}, interrupt).take();
  EXPECT_EQ(found.stop, Stop::none);
  EXPECT_EQ(found.restarts, 1);
  EXPECT_EQ(found.updates, once.updates + 1);
  EXPECT_EQ(found.theta, once.theta);
  EXPECT_EQ(found.error, once.error);
}

TEST(Interrupts, ChangeNoBitOfASolveThatEndsBefore) {
  const Solution plain = solveWith({});
  EXPECT_TRUE(plain.reached());
  for (const Interrupt& interrupt :
       {timeLimit(std::chrono::hours(24)), stopRequested(std::stop_source().get_token())}) {
    const Solution found = solveWith(interrupt);
    EXPECT_EQ(found.theta, plain.theta);
    EXPECT_EQ(found.updates, plain.updates);
    EXPECT_EQ(found.stop, plain.stop);
  }
}

}  // namespace
}  // namespace iklab::interrupts_test
