// Random problems for methods that try other poses, and references for their steps.
#pragma once

#include "tests/support.hpp"

namespace iklab::test {

// A random tree at a random pose, with goals that another pose reaches; far: distance of that pose.
struct Case {
  Case(Random& random, double far) : tree(randomTree(random)), task(randomTask(tree, random)) {
    theta = randomVector(tree.columns(), 3, random);
    const Vector way = randomVector(tree.columns(), far, random);
    goals = goalsAt(tree, task, theta + way);
    posed = std::make_unique<Posed>(tree, task, theta, goals);
  }
  Report solve(const Row& row) {
    Report report(posed->model);
    posed->make(row)->update(posed->problem, report);
    return report;
  }
  const Matrix& j() const { return posed->problem.jacobian().matrix(); }
  const Vector& e() const { return posed->problem.unclampedError; }
  double fAfter(const Vector& step) const { return posed->f(theta + step); }

  Tree tree;
  Task task;
  Vector theta;
  std::vector<Goal> goals;
  std::unique_ptr<Posed> posed;
};

}  // namespace iklab::test
