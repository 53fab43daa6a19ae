// Random scenes whose joints have limits, comfort values and weights, for methods that use them.
#pragma once

#include "tests/support.hpp"

namespace iklab::test {

struct LimitedScene {
  Tree tree;
  Task task;
  Vector theta, e;
  Matrix j;  // At theta.
};

// Joint limits are -range and range, times 0.5 to 1.5 and shifted; one joint in five has no limits.
// theta is within the limits.
LimitedScene limitedScene(Random& random, double range = 2);

// The same tree after `change(column, spec)` for each joint.
template <class Change>
Tree changed(const Tree& tree, Change change) {
  TreeBuilder builder;
  for (const Joint& j : tree.joints()) {
    JointSpec s{j.id, j.parent < 0 ? "" : tree.joints()[j.parent].id, j.kind, j.offset};
    s.rpy = j.parentFromJoint.eulerAngles(2, 1, 0).reverse();
    s.axis = j.axis;
    s.lower = j.lower, s.upper = j.upper;
    s.rest = j.rest, s.comfort = j.comfort, s.weight = j.weight, s.pitch = j.pitch;
    change(j.column, s);
    builder.joint(s);
  }
  for (const Effector& e : tree.effectors())
    builder.effector({e.id, tree.joints()[e.parent].id, e.offset,
                      e.parentFromTip.eulerAngles(2, 1, 0).reverse()});
  return builder.build().take();
}

// Recomputes J after a change of tree or theta.
void refresh(LimitedScene& scene);

// One step of a method with active limits, without the Runner.
Vector limitedStep(const LimitedScene& scene, const std::vector<double>& row,
                   bool limitsHold = true);

}  // namespace iklab::test
