// What the native tests share: the presets as the page has them, and random scenes.
#pragma once

#include <cmath>
#include <string>

#include "core/random.hpp"
#include "lab/lab.hpp"
#include "tests/scenes.hpp"

namespace iklab::test {

// a tree of 1 to 12 joints of all kinds, some branches, and 1 to 3 effectors
Tree randomTree(Random& random);
Task randomTask(const Tree& tree, Random& random);
Vector randomVector(int size, double range, Random& random);
std::vector<Goal> randomGoals(const Task& task, double range, Random& random);

// a row of numbers for a panel: the method's defaults, no clamp, no secondary goal
std::vector<double> panelRow(const std::string& method);
// index of a parameter in that row
int paramIndex(const std::string& method, const std::string& key);

// One method on one problem, without the Runner.
struct Solved {
  Vector step;
  int rank;
  double lambda;
  bool breakdown;
};
Solved solveOnce(const Tree& tree, const Task& task, const Vector& theta, const Vector& e,
                 const std::vector<double>& row);

}  // namespace iklab::test
