// The steps of two lanes, as the methods of the same name make them.
#pragma once

#include "iklab/core/normal_equations.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// Two instances at a pose, and their unclamped e there.
struct LaneTrial {
  explicit LaneTrial(const Model& model)
      : theta(static_cast<size_t>(model.columns()), all<Two>(0)),
        pose(model.tree),
        e(static_cast<size_t>(model.rows()), all<Two>(0)) {}
  std::vector<Two> theta;
  PoseOf<Two> pose;
  std::vector<Two> e;
};

// Puts the pose and e at its theta into a trial.
class LanePlacer {
 public:
  virtual void place(LaneTrial& trial) const = 0;

 protected:
  ~LanePlacer() = default;
};

class LaneStepper {
 public:
  virtual ~LaneStepper() = default;

  // nullptr: a workspace has to make the steps
  static std::unique_ptr<LaneStepper> make(const Solver& solver, const LanePlacer& placer);
  static bool covers(const Solver& solver);

  // The steps of the lanes that are at work, from `now`, where J is `j`. Gives which of them have one;
  // of the others a trial has failed, or they are lost.
  virtual TwoMask step(const LaneTrial& now, const Strands<Two>& j, TwoMask active, Two* step,
                       TwoMask& lost) = 0;
  // a lane knows nothing of its instance
  virtual void forget(int /*lane*/) {}
  // poses that were tried in the last step
  virtual int trials(int /*lane*/) const { return 0; }
  // where that was, nullptr: nowhere
  virtual LaneTrial* tried() { return nullptr; }
  // what the method reports of a lane's last update, kNotUsed: it does not
  virtual double told(int lane, double Report::*field) const = 0;
};

}  // namespace iklab
