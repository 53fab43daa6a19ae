// ClampMag (Buss & Kim 2004, section 3): targets moved closer, with the three rules for how the
// largest distance adapts.
#pragma once

#include <vector>

#include "ik/settings.hpp"

namespace iklab {

class TargetClamp {
 public:
  explicit TargetClamp(const Model& model);

  // Forgets: the next update sees every position unclamped.
  void release();

  // D_i: metres, infinite where a position is seen as it is.
  double allowed(const double* panel, int target) const;

  // As it once was: D_i of every target.
  void restore(const double* allowed);

  // e (m): position blocks to at most D_i metres, orientation blocks to w_o * angle.
  void apply(const double* panel, Vector& e) const;

  // After an update: D_i for the next one. `before`, `after`: the raw error vectors.
  void adapt(const double* panel, const Vector& before, const Vector& after);

 private:
  double gained(ClampRule rule, int target, const Vector& before, const Vector& after) const;

  const Model& model_;
  std::vector<double> allowed_;  // D_i
};

}  // namespace iklab
