// ClampMag (Buss & Kim 2004, section 3): moves targets closer, with three rules for how the largest
// distance adapts.
#pragma once

#include <span>

#include "iklab/core/model.hpp"
#include "iklab/core/words.hpp"

namespace iklab {

enum class ClampMode { off, fixed, adaptive };
inline constexpr auto kClampModes = words<ClampMode::adaptive>("off", "fixed", "adaptive");

enum class ClampRule { paper, published, repaired };
inline constexpr auto kClampRules = words<ClampRule::repaired>("paper", "published", "repaired");

struct TargetClamp {
  ClampMode mode = ClampMode::off;
  ClampRule rule = ClampRule::paper;    // Used by `adaptive`.
  double distance = 0.25;               // Metres.
  double angle = double(EIGEN_PI) / 4;  // Radians.

  // D_i of a target, metres; infinite if its position is not clamped. adapted: the target's entry
  // of the array that `adapt` writes.
  double allowed(double adapted) const;

  // Clamps e (m): position blocks to at most D_i metres, orientation blocks to w_o * angle.
  void apply(const Task& task, std::span<const double> adapted, Vector& e) const;

  // After an update: writes D_i per target for the next one. before, after: the unclamped e (m).
  void adapt(const Task& task, const Vector& before, const Vector& after,
             std::span<double> adapted) const;
};

}  // namespace iklab
