// What a method lets one see of its last update beside the step: charts, captions and records are
// made from the table of these, so that none of them knows a method.
#pragma once

#include <algorithm>

#include "iklab/core/words.hpp"
#include "iklab/ik/problem.hpp"

namespace iklab {

// of what there is one number each
enum class Per { instance, joint, direction, target };
inline constexpr auto kPers = words<Per::target>("instance", "joint", "direction", "target");

struct Observable {
  const char* key = "";
  Per per = Per::instance;
  const char* unit = "";
  double Report::*told = nullptr;  // stands in the report; else Method::observe writes it
  const char* label = "";          // where observables.json does not say it

  int size(const Model& model) const {
    switch (per) {
      case Per::joint:
        return model.columns();
      case Per::direction:
        return std::min(model.rows(), model.columns());
      case Per::target:
        return static_cast<int>(model.task.targets().size());
      default:
        return 1;
    }
  }
};

// lambda of a damping that is the same for all directions or joints
inline constexpr Observable kSeenLambda = {"lambda", Per::instance, "m", &Report::lambda};
// the factor on the direction that the method searches along
inline constexpr Observable kSeenAlpha = {"alpha", Per::instance, "", &Report::alpha};
inline constexpr Observable kSeenInfeasibility = {"infeasibility", Per::instance, "m",
                                                  &Report::infeasibility};
inline constexpr Observable kSeenJointDamping = {"jointDamping", Per::joint, "m"};
// largest turn of a joint that a direction may cause
inline constexpr Observable kSeenGamma = {"gamma", Per::direction, "rad"};

}  // namespace iklab
