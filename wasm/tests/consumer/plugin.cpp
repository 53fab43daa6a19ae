#include <iklab/lab.hpp>
#include <iklab/solver.hpp>

#include "core/model.hpp"

extern "C" int joints() {
  iklab::TreeBuilder arm;
  for (int i = 0; i < CoreModel{}.parts; ++i)
    arm.joint(
        {.id = std::to_string(i), .parent = i ? std::to_string(i - 1) : "", .xyz = {1, 0, 0}});
  arm.effector({.id = "tip", .parent = "2", .xyz = {1, 0, 0}});
  const auto model = iklab::Model::make(arm.build(), {{.effector = "tip"}});
  return model ? model.value()->columns() : -1;
}
