// Targets of a scene from those of a call.
#pragma once

#include <iklab/lab.hpp>

#include "core.hpp"

namespace iklab::python {

// goals: kGoalStride per target. Raises the faults of a model.
inline std::vector<LabTarget> labTargetsFrom(const Tree& tree, const std::vector<Asked>& asked,
                                             const double* goals) {
  const std::vector<TargetSpec> specs = specsFrom(asked);
  const Model::Pointer model = valueOf(Model::make(Tree(tree), specs));
  std::vector<LabTarget> targets;
  for (size_t i = 0; i < specs.size(); ++i) {
    const TaskTarget& target = model->task.targets()[i];
    targets.push_back({.effector = target.effector,
                       .oriented = specs[i].oriented,
                       .orientationWeight = target.orientationWeight,
                       .base = goalFrom(goals + i * kGoalStride),
                       .motion = {},
                       .tolerance = specs[i].tolerance,
                       .freedom = specs[i].freedom});
  }
  return targets;
}

}  // namespace iklab::python
