// Numbers that a method reports about its last update besides the step. Charts, captions and
// records are generated from this table, so they contain no code for single methods.
#pragma once

#include <algorithm>

#include "iklab/core/words.hpp"
#include "iklab/ik/problem.hpp"

namespace iklab {

// What an observable has one number for.
enum class Per { instance, joint, direction, target };
inline constexpr auto kPers = words<Per::target>("instance", "joint", "direction", "target");

struct Observable {
  const char* key = "";
  Per per = Per::instance;
  const char* unit = "";
  double Report::*told = nullptr;  // The member of the report; null if Method::observe writes it.
  const char* label = "";          // Used if observables.json has none.

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

// A damping lambda that is the same for all directions or joints.
inline constexpr Observable kSeenLambda = {"lambda", Per::instance, "m", &Report::lambda};
// The factor along the method's search direction.
inline constexpr Observable kSeenAlpha = {"alpha", Per::instance, "", &Report::alpha};
inline constexpr Observable kSeenInfeasibility = {"infeasibility", Per::instance, "m",
                                                  &Report::infeasibility};
inline constexpr Observable kSeenJointDamping = {"jointDamping", Per::joint, "m"};
// Largest rotation of a joint that one direction may cause.
inline constexpr Observable kSeenGamma = {"gamma", Per::direction, "rad"};

}  // namespace iklab
