// Many problems of a PoseSolver in one call.
#include <algorithm>

#include "iklab/ik/checks.hpp"
#include "iklab/lab/goal_row.hpp"
#include "iklab/lab/pose_solver.hpp"

// The time is spent in the solver: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

class PoseSolver::RowClient : public ProblemRun::Client {
 public:
  RowClient(Rows& rows, int count, double first, std::uint64_t seed, bool started)
      : rows_(rows),
        count_(static_cast<size_t>(count)),
        first_(first),
        seed_(seed),
        started_(started) {}

  bool next(size_t& problem) override { return (problem = next_++) < count_; }

  void begin(ProblemRun::Slot& slot) override {
    readGoals(slot.problem, slot.goals);
    slot.attempts.begin(mix(seed_, static_cast<std::uint64_t>(first_) + slot.problem), slot.goals);
    if (started_)
      readStart(slot.problem, slot.memory.theta);
    else
      slot.memory.theta = slot.attempts.nearestStart();
  }

  void finish(ProblemRun::Slot& slot) override {
    const size_t targets = slot.goals.size();
    distances_.resize(targets);
    angles_.resize(targets);
    double* outcome = &rows_.outcomes[slot.problem * kAnswerStride];
    outcome[kAnswerError] = rows_.run->measure(slot, distances_.data(), angles_.data());
    outcome[kAnswerAngle] = *std::max_element(angles_.begin(), angles_.end());
    outcome[kAnswerStop] = static_cast<double>(slot.memory.stop);
    outcome[kAnswerWithin] = slot.memory.stop == Stop::reached;
    outcome[kAnswerUpdates] = slot.memory.updates;
    outcome[kAnswerEvaluations] = slot.memory.evaluations();
    outcome[kAnswerRestarts] = slot.attempts.restarts();
    outcome[kAnswerGivenUp] = slot.attempts.givenUp();
    const Vector& theta = slot.memory.theta;
    std::copy(theta.begin(), theta.end(),
              &rows_.answers[slot.problem * static_cast<size_t>(theta.size())]);
  }

  void readStart(size_t row, Vector& start) const {
    std::copy_n(&rows_.starts[row * static_cast<size_t>(start.size())], start.size(), start.data());
  }
  void readGoals(size_t row, std::vector<Goal>& goals) const {
    for (size_t i = 0; i < goals.size(); ++i)
      goals[i] = readGoal(&rows_.goals[(row * goals.size() + i) * kTargetStride]);
  }

 private:
  Rows& rows_;
  const size_t count_;
  const double first_;
  const std::uint64_t seed_;
  const bool started_;
  size_t next_ = 0;
  std::vector<double> distances_, angles_;
};

PoseSolver::Rows& PoseSolver::rows() {
  if (!rows_) {
    const auto many = [](size_t each) { return std::vector<double>(kPoseRows * each, kNotUsed); };
    rows_ = std::make_unique<Rows>(Rows{.starts = many(start_.size()),
                                        .goals = many(goals_.size()),
                                        .answers = many(start_.size()),
                                        .outcomes = many(kAnswerStride),
                                        .solvedWith = {},
                                        .run = nullptr});
  }
  return *rows_;
}

int PoseSolver::solveRows(double first, int count, bool started) {
  RunSettings run;
  std::string fault = rangeFault("count", count, 1, kPoseRows);
  if (fault.empty()) fault = wholeFault("first", first, 0, kMostSeed - kPoseRows);
  if (fault.empty()) fault = updateMethod();
  if (fault.empty()) fault = readRules(run);
  if (!setFault(std::move(fault))) return kPoseRows;
  Rows& rows = this->rows();
  RowClient client(rows, count, first, run.restarts.seed, started);
  for (int row = 0; row < count; ++row) {
    client.readStart(static_cast<size_t>(row), theta_);
    if (started && !setFault(faultOf(*model_, theta_, solver_->settings().limits))) return row;
    client.readGoals(static_cast<size_t>(row), aims_);
    if (!setFault(faultOf(*model_, aims_))) return row;
  }
  if (!rows.run || rows.solvedWith != rules_) {
    rows.run = std::make_unique<ProblemRun>(*solver_, run.rules, run.restarts);
    rows.solvedWith = rules_;
  }
  rows.run->solve(client);
  return -1;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
