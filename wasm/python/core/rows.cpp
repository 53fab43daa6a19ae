#include "rows.hpp"

#include <atomic>

namespace iklab::python {
namespace {

// Changes "start[2] must ..." for row 17 to "starts[17][2] must ...".
std::string ofRow(std::string fault, const std::string& word, const std::string& rows,
                  py::ssize_t row) {
  if (fault.starts_with(word))
    fault.replace(0, word.size(), rows + "[" + std::to_string(row) + "]");
  return fault;
}

constexpr py::ssize_t kFewRows = 16;  // Too few for another thread.

}  // namespace

void Rows::readStart(size_t row, Vector& start) const {
  if (problems.drawn) {
    // Drawn like a restart, from a separate stream.
    Random random(mix(mix(restarts.seed, row), ~std::uint64_t{0}));
    drawPose(solver.model().tree, random, start);
  } else {
    const size_t at = problems.oneStart ? 0 : row * static_cast<size_t>(start.size());
    start = Eigen::Map<const Vector>(problems.starts + at, start.size());
  }
}

void Rows::readGoals(size_t row, std::vector<Goal>& goals) const {
  const double* from = problems.goals + row * goals.size() * kGoalStride;
  for (size_t i = 0; i < goals.size(); ++i) goals[i] = goalFrom(from + i * kGoalStride);
}

// The rows that one thread solves: it takes the next one whenever it has finished one.
class Rows::Client : public ProblemRun::Client {
 public:
  Client(const Rows& rows, std::atomic<size_t>& next)
      : rows_(rows), next_(next), run_(rows.solver, rows.rules, rows.restarts) {}

  void solve(const Interrupt& interrupt) { run_.solve(*this, interrupt); }

  bool next(size_t& problem) override {
    problem = next_.fetch_add(1, std::memory_order_relaxed);
    return problem < static_cast<size_t>(rows_.problems.count);
  }

  void begin(ProblemRun::Slot& slot) override {
    rows_.readGoals(slot.problem, slot.goals);
    slot.attempts.begin(mix(rows_.restarts.seed, slot.problem), slot.goals);
    if (rows_.started())
      rows_.readStart(slot.problem, slot.memory.theta);
    else
      slot.memory.theta = slot.attempts.nearestStart();
  }

  void finish(ProblemRun::Slot& slot) override {
    const Answers& answers = rows_.answers;
    const size_t row = slot.problem, k = slot.goals.size();
    const Vector& theta = slot.memory.theta;
    std::ranges::copy(theta, answers.q + row * static_cast<size_t>(theta.size()));
    answers.error[row] = run_.measure(slot, answers.distances + row * k, answers.angles + row * k);
    answers.updates[row] = slot.memory.updates;
    answers.stop[row] = static_cast<int>(slot.memory.stop);
    answers.restarts[row] = slot.attempts.restarts();
  }

 private:
  const Rows& rows_;
  std::atomic<size_t>& next_;
  ProblemRun run_;
};

std::string Rows::fault(const Interrupt& interrupt) const {
  if (std::string fault = faultOf(rules); !fault.empty()) return fault;
  if (std::string fault = faultOf(restarts); !fault.empty()) return fault;
  const Model& model = solver.model();
  Vector start(model.columns());
  std::vector<Goal> goals(model.task.targets().size());
  for (py::ssize_t row = 0; row < problems.count && !interrupt(); ++row) {
    if (problems.starts && (row == 0 || !problems.oneStart)) {
      readStart(static_cast<size_t>(row), start);
      std::string fault = faultOf(model, start, solver.settings().limits);
      if (!fault.empty())
        return problems.oneStart ? fault : ofRow(std::move(fault), "start", "starts", row);
    }
    readGoals(static_cast<size_t>(row), goals);
    std::string fault = faultOf(model, goals);
    if (!fault.empty()) return ofRow(std::move(fault), "goals", "rows", row);
  }
  return {};
}

void Rows::solve(int threads, Interruption& interruption) const {
  std::atomic<size_t> next = 0;
  onThreads(std::min<py::ssize_t>(threads, (problems.count + kFewRows - 1) / kFewRows),
            interruption,
            [&](py::ssize_t, const Interrupt& interrupt) { Client(*this, next).solve(interrupt); });
}

}  // namespace iklab::python
