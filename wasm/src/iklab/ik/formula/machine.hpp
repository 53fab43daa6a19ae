// Runs a program for one mechanism: its rooms, and what the operations need. Nothing is allocated
// after construction.
#pragma once

#include <memory>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/formula/program.hpp"
#include "iklab/ik/methods/optimisation/line_search.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab::formula {

enum class Went : uint8_t { done, more, broke };

class Machine {
 public:
  Machine(const Program& program, const Model& model);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void setParam(size_t place, double value) { *cell(program_.params[place]).at = value; }
  // Of an update, so many since the targets jumped: what is given is as the problem says, Δθ zero.
  void begin(const Problem& problem, double update);
  std::span<const double> answer() {
    return numbers(program_.given[static_cast<size_t>(Given::answer)]);
  }
  // For `learn`: what the update has found stays; step: what was applied of it.
  void beginLearning(const Problem& problem, const double* step);
  // Runs the code from here until it halts, or for about this much work by priceOf.
  void start(int at) {
    at_ = at;
    charged_ = 0;
  }
  Went run(double work);
  // The line of the text where it broke down.
  int line() const { return line_; }

  std::span<double> numbers(int room) {
    Cell& found = cell(room);
    return {found.at, static_cast<size_t>(found.rows) * static_cast<size_t>(found.columns)};
  }
  // Of one that is not as large as it could be, too.
  double& number(int room) { return *cell(room).at; }

 private:
  struct Cell {
    double* at = nullptr;
    int rows = 0, columns = 0;
    int count() const { return rows * columns; }
  };
  struct Decomposition {
    Decomposition(int rows, int columns)
        : svd(rows, columns), matrix(Matrix::Zero(rows, columns)) {}
    Svd svd;
    Matrix matrix;
  };

  Cell& cell(int room) { return cells_[static_cast<size_t>(room)]; }
  Cell& resized(int room, int rows, int columns);
  bool execute(const Instruction& now);  // false: it broke down.
  bool jumps(const Instruction& now);
  bool arithmetic(const Instruction& now);
  bool products(const Instruction& now);
  bool factors(const Instruction& now);
  bool indexing(const Instruction& now);
  bool lists(const Instruction& now);
  bool elsewhere(const Instruction& now);
  bool mechanism(const Instruction& now);
  void need(Given one, int room);
  bool span(int from, int to, int size, int& first, int& count);
  int whole(int room);
  const Svd& decomposed(const Instruction& now, int& rows, int& columns);
  bool solve(const Instruction& now);
  bool gramSolve(const Instruction& now);
  void writeGram(bool inner, double* to, int size);
  bool affords(const Cell& of, double steps);
  double lookAt(const Cell& step);
  int target(int room);
  int column(int room);
  Eigen::Map<const Vector> vector(const Cell& of) const { return {of.at, of.rows}; }

  const Program& program_;
  const Model& model_;
  const Problem* problem_ = nullptr;
  std::vector<double> arena_, scratch_;
  std::vector<Cell> cells_;
  std::vector<std::unique_ptr<Decomposition>> decompositions_;  // By instruction.
  std::unique_ptr<Ldlt<double>> outer_, inner_;
  std::unique_ptr<ErrorHessian> hessian_;
  LineSearch search_;
  Jacobian there_;
  Vector step_, e_, moved_;
  Matrix bent_;
  std::vector<int> outward_;   // Columns of the joints, from the root.
  std::vector<char> carries_;  // Column x target.
  std::vector<char> known_ = std::vector<char>(32, 0);
  bool looked_ = false, lookedJacobian_ = false;
  double f_ = 0;
  int at_ = 0, line_ = 0;
  double charged_ = 0;  // For subnormal numbers, since the start.
};

}  // namespace iklab::formula
