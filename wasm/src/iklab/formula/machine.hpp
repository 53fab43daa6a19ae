// Runs a program for one mechanism, with the memory of its rooms and operations. Nothing is
// allocated after construction.
#pragma once

#include <memory>
#include <optional>

#include "iklab/core/hessian.hpp"
#include "iklab/formula/program.hpp"
#include "iklab/ik/methods/optimisation/line_search.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab::formula {

enum class RunState : uint8_t { done, more, failed };

class Machine {
 public:
  Machine(const Program& program, const Model& model);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void setParam(size_t place, double value) { *cell(program_.params[place]).data = value; }
  // Begins an update: sets the given values from the problem, and Δθ to zero. update: number of
  // updates since the targets jumped.
  void begin(const Problem& problem, double update);
  std::span<const double> answer() {
    return numbers(program_.given[static_cast<size_t>(Given::answer)]);
  }
  // Begins `learn`: keeps what the update has computed. step: the step as applied.
  void beginLearning(const Problem& problem, const double* step);
  // Sets where `run` begins.
  void start(int at) {
    pc_ = at;
    charged_ = 0;
  }
  // Runs until the code halts, or for about this much work by costOfOperation.
  RunState run(double work);
  // The line of the formula that failed.
  int line() const { return line_; }

  std::span<double> numbers(int slot) {
    Cell& found = cell(slot);
    return {found.data, static_cast<size_t>(found.rows) * static_cast<size_t>(found.columns)};
  }
  // Also for a room that is smaller than its maximum.
  double& number(int slot) { return *cell(slot).data; }

 private:
  struct Cell {
    double* data = nullptr;
    int rows = 0, columns = 0;
    int count() const { return rows * columns; }
  };
  struct Decomposition {
    Decomposition(int rows, int columns)
        : svd(rows, columns), matrix(Matrix::Zero(rows, columns)) {}
    Svd svd;
    Matrix matrix;
  };

  Cell& cell(int slot) { return cells_[static_cast<size_t>(slot)]; }
  Cell& resized(int slot, int rows, int columns);
  bool execute(const Instruction& now);  // Returns false if the formula failed.
  bool jumps(const Instruction& now);
  bool arithmetic(const Instruction& now);
  bool products(const Instruction& now);
  bool factors(const Instruction& now);
  bool indexing(const Instruction& now);
  bool lists(const Instruction& now);
  bool evaluateOtherPose(const Instruction& now);
  bool mechanism(const Instruction& now);
  void provide(Given one, int slot);
  bool span(int from, int to, int size, int& first, int& count);
  int toIndex(int slot);
  const Svd& decomposed(const Instruction& now, int& rows, int& columns);
  bool solve(const Instruction& now);
  bool gramSolve(const Instruction& now);
  void writeGram(bool inner, double* to, int size);
  bool affords(const Cell& of, double steps);
  double evaluateAt(const Cell& step);
  int target(int slot);
  int column(int slot);
  Eigen::Map<const Vector> vector(const Cell& of) const { return {of.data, of.rows}; }

  const Program& program_;
  const Model& model_;
  const Problem* problem_ = nullptr;
  std::vector<double> arena_, scratch_;
  std::vector<Cell> cells_;
  std::vector<std::unique_ptr<Decomposition>> decompositions_;  // Per instruction.
  std::unique_ptr<detail::Ldlt<double>> outer_, inner_;
  std::unique_ptr<ErrorHessian> hessian_;
  LineSearch search_;
  Jacobian jacobianAtStep_;
  Vector step_, e_, moved_;
  std::optional<detail::Strands<double>> jacobianChange_;
  std::vector<int> outward_;   // Columns of the joints, from the root.
  std::vector<char> carries_;  // Column x target.
  std::vector<char> provided_ = std::vector<char>(32, 0);
  bool evaluated_ = false, lookedJacobian_ = false;
  double f_ = 0;
  int pc_ = 0, line_ = 0;
  double charged_ = 0;  // Extra work for subnormal numbers since `start`.
};

}  // namespace iklab::formula
