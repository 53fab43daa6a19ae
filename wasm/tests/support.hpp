// Shared by the native tests: the presets of the page, and random scenes.
#pragma once

#include <cmath>
#include <string>

#include "iklab/lab/lab.hpp"
#include "iklab/math/random.hpp"
#include "tests/scenes.hpp"

namespace iklab::test {

// A tree of 1 to 12 joints of all kinds, some branches, and 1 to 3 effectors.
Tree randomTree(Random& random);
Task randomTask(const Tree& tree, Random& random);
Vector randomVector(int size, double range, Random& random);
std::vector<Goal> randomGoals(const Task& task, double range, Random& random);

inline const std::vector<MethodEntry::Pointer>& methods() {
  return MethodRegistry::builtIn()->entries();
}

// A row of numbers for a panel: the method's defaults, no clamp, no secondary goal.
using Row = std::vector<double>;
Row panelRow(const std::string& method);
int paramIndex(const std::string& method, const std::string& key);
inline void set(Row& row, const std::string& method, const std::string& key, double value) {
  row[paramIndex(method, key)] = value;
}

std::unique_ptr<Method> methodFrom(const Model& model, const Row& row);

// The solver of such a row; it must have no fault.
Solver solverOf(const Model& model, const RunSettings& run, const std::vector<double>& row);
Solver solverOf(const Tree& tree, const Task& task, const RunSettings& run,
                const std::vector<double>& row);

// A copy of a lab's buffer, for comparisons.
inline std::vector<double> copied(std::span<const double> buffer) {
  return {buffer.begin(), buffer.end()};
}

// One method on one problem, without the Runner.
struct Solved {
  Vector step;
  int rank;
  double lambda;
  bool breakdown;
};
Solved solveOnce(const Tree& tree, const Task& task, const Vector& theta, const Vector& e,
                 const std::vector<double>& row);

// A problem at a pose with its goals, as prepared by the Runner, for methods that try other poses.
struct Posed {
  Posed(const Tree& tree, const Task& task, const Vector& theta, const std::vector<Goal>& goals);
  // Moves to another pose, with other goals.
  void place(const Vector& theta, const std::vector<Goal>& goals);
  // f = 1/2 |e|^2 at another pose.
  double f(const Vector& theta) const;

  // The method of a row, with empty memory.
  std::unique_ptr<Method> make(const std::vector<double>& row);
  // begin: empty memory before the first update; learn: after an update.
  void begin(const Method& method);
  void learn(Method& method, const Vector& step);

  const Model model;
  State state;
  Problem problem;
  std::vector<double> learnt;
};
// J J^T and J^T J as computed by the strands.
struct Products {
  explicit Products(const Jacobian& j)
      : outer(j.rows(), j.rows()), inner(j.columns(), j.columns()) {
    j.strands().outer(outer.data(), j.rows());
    j.strands().inner(inner.data(), j.columns());
    // Row-major above the diagonal is column-major below it.
    outer = Matrix(outer.selfadjointView<Eigen::Lower>());
    inner = Matrix(inner.selfadjointView<Eigen::Lower>());
  }
  Matrix outer, inner;
};

// The Hessian of f at a pose, both triangles.
Matrix errorHessian(const Tree& tree, const Task& task, const Pose& pose, const Vector& e,
                    std::span<const Goal> goals = {});

// The change of J along delta, dense.
Matrix jacobianChange(const Tree& tree, const Task& task, const Pose& pose,
                      const Jacobian& jacobian, const Vector& delta,
                      std::span<const Goal> goals = {});

// Goals that the pose theta reaches exactly.
std::vector<Goal> goalsAt(const Tree& tree, const Task& task, const Vector& theta);

}  // namespace iklab::test
