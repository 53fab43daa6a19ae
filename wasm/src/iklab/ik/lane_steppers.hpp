// Computes the steps of two lanes like the methods of the same name.
#pragma once

#include "iklab/core/normal_equations.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// The poses of two instances, and their unclamped e.
struct LaneTrial {
  explicit LaneTrial(const Model& model)
      : theta(static_cast<size_t>(model.columns()), detail::all<detail::Two>(0)),
        pose(model.tree),
        e(static_cast<size_t>(model.rows()), detail::all<detail::Two>(0)) {}
  std::vector<detail::Two> theta;
  PoseOf<detail::Two> pose;
  std::vector<detail::Two> e;
};

// Computes the pose and e of a trial from its theta.
class LanePlacer {
 public:
  virtual void place(LaneTrial& trial) const = 0;

 protected:
  ~LanePlacer() = default;
};

class LaneStepper {
 public:
  virtual ~LaneStepper() = default;

  // solver: must be one that `covers` accepts.
  static std::unique_ptr<LaneStepper> make(const Solver& solver, const LanePlacer& placer);
  static bool covers(const Solver& solver);

  // Computes the steps of the active lanes from `now`, whose Jacobian is `j`. Returns the lanes
  // that have a step; in the other active lanes the trial failed, or the lane is lost.
  virtual detail::TwoMask step(const LaneTrial& now, const detail::Strands<detail::Two>& j,
                               detail::TwoMask active, detail::Two* step,
                               detail::TwoMask& lost) = 0;
  // Clears what a lane has learnt from earlier updates.
  virtual void forget(int /*lane*/) {}
  // Number of poses tried in the last step.
  virtual int trials(int /*lane*/) const { return 0; }
  // The pose tried in the last step; nullptr if the method tries none.
  virtual LaneTrial* tried() { return nullptr; }
  // A number of the report of a lane's last update; kNotUsed if the method does not report it.
  virtual double told(int lane, double Report::*field) const = 0;
};

}  // namespace iklab
