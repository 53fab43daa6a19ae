// Many problems of one solver, on all cores.
#pragma once

#include <iklab/problem_run.hpp>

#include "core.hpp"

namespace iklab::python {

// Numbers of all rows, one row after the other.
struct Problems {
  py::ssize_t count = 0;
  const double* starts = nullptr;  // n per row, or n for all; null: no start is given.
  bool oneStart = false;
  bool drawn = false;             // Starts are random within the limits.
  const double* goals = nullptr;  // kGoalStride per target.
};

struct Answers {
  double *q, *error, *distances, *angles;  // Per row: n, 1, and one per target.
  int *updates, *stop, *restarts;
};

struct Rows {
  const Solver& solver;
  StopRules rules;
  Restarts restarts;
  Problems problems;
  Answers answers;

  // The fault of the first invalid row; empty if there is none.
  std::string fault(const Interrupt& interrupt) const;
  // Solves all rows. Row i depends only on its own numbers, the seed and i. After an interrupt some
  // rows are missing.
  void solve(int threads, Interruption& interruption) const;

 private:
  class Client;

  bool started() const { return problems.starts || problems.drawn; }
  void readStart(size_t row, Vector& start) const;
  void readGoals(size_t row, std::vector<Goal>& goals) const;
};

}  // namespace iklab::python
