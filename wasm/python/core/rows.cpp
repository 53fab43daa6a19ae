#include "rows.hpp"

#include <atomic>

namespace iklab::python {
namespace {

constexpr py::ssize_t kPiece = 16;  // Rows per piece of work of a thread.

// Changes "start[2] must ..." for row 17 to "starts[17][2] must ...".
std::string ofRow(std::string fault, const std::string& word, const std::string& rows,
                  py::ssize_t row) {
  if (fault.starts_with(word))
    fault.replace(0, word.size(), rows + "[" + std::to_string(row) + "]");
  return fault;
}

}  // namespace

Rows::Problem Rows::room() const {
  const Model& model = solver.model();
  return {Vector(model.columns()), std::vector<Goal>(model.task.targets().size())};
}

void Rows::take(py::ssize_t row, Problem& problem) const {
  auto& [start, goals] = problem;
  if (problems.drawn) {
    // Drawn like a restart, from a separate stream.
    Random random(mix(mix(restarts.seed, static_cast<std::uint64_t>(row)), ~std::uint64_t{0}));
    drawPose(solver.model().tree, random, start);
  } else if (problems.starts) {
    const py::ssize_t at = problems.oneStart ? 0 : row * start.size();
    start = Eigen::Map<const Vector>(problems.starts + at, start.size());
  }
  const double* from = problems.goals + static_cast<size_t>(row) * goals.size() * kGoalStride;
  for (size_t i = 0; i < goals.size(); ++i) goals[i] = goalFrom(from + i * kGoalStride);
}

std::string Rows::fault(const Interrupt& interrupt) const {
  if (std::string fault = faultOf(rules); !fault.empty()) return fault;
  if (std::string fault = faultOf(restarts); !fault.empty()) return fault;
  const Model& model = solver.model();
  Problem problem = room();
  for (py::ssize_t row = 0; row < problems.count && !interrupt(); ++row) {
    take(row, problem);
    std::string fault;
    if (started()) fault = faultOf(model, problem.start, solver.settings().limits);
    if (!fault.empty())
      return problems.oneStart ? fault : ofRow(std::move(fault), "start", "starts", row);
    fault = faultOf(model, problem.goals);
    if (!fault.empty()) return ofRow(std::move(fault), "goals", "rows", row);
  }
  return {};
}

void Rows::solve(py::ssize_t row, Problem& problem, Workspace& workspace,
                 const Interrupt& interrupt) const {
  Restarts own = restarts;
  own.seed = mix(restarts.seed, static_cast<std::uint64_t>(row));
  take(row, problem);
  const auto& [start, goals] = problem;
  const Solution s = (started() ? solver.solve(start, goals, rules, own, workspace, interrupt)
                                : solver.solve(goals, rules, own, workspace, interrupt))
                         .take();
  const size_t at = static_cast<size_t>(row), n = static_cast<size_t>(s.theta.size());
  std::copy_n(s.theta.data(), n, answers.q + at * n);
  answers.error[at] = s.error;
  std::ranges::copy(s.distances, answers.distances + at * s.distances.size());
  std::ranges::copy(s.angles, answers.angles + at * s.angles.size());
  answers.updates[at] = s.updates;
  answers.stop[at] = static_cast<int>(s.stop);
  answers.restarts[at] = s.restarts;
}

void Rows::solve(int threads, Interruption& interruption) const {
  std::atomic<py::ssize_t> next = 0;
  const py::ssize_t pieces = (problems.count + kPiece - 1) / kPiece;
  onThreads(std::min<py::ssize_t>(threads, pieces), interruption,
            [&](py::ssize_t, const Interrupt& interrupt) {
              Problem problem = room();
              Workspace workspace(solver);
              for (py::ssize_t row; (row = next.fetch_add(kPiece)) < problems.count;) {
                const py::ssize_t end = std::min(row + kPiece, problems.count);
                for (; row < end; ++row) {
                  solve(row, problem, workspace, interrupt);
                  if (interrupt()) return;
                }
              }
            });
}

}  // namespace iklab::python
