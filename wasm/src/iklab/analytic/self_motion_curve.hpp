// The whole self-motion curve through a pose, and its stretches within the joint limits.
#pragma once

#include <vector>

#include "iklab/analytic/redundant_form.hpp"
#include "iklab/analytic/self_motion.hpp"

namespace iklab {

struct SelfMotionSample {
  SelfMotionPoint point;
  double arc = 0;                   // Radians from the pose asked for, to about 1e-6 of the whole.
  std::optional<double> parameter;  // RedundantForm::parameterOf, if there is a form.
  double margin = 0;                // SelfMotion::margin
};

// Poses within the limits, from arc to arc. On a closed curve, `from` is within the samples, and `to`
// can be beyond the last, for a stretch across the first pose.
struct SelfMotionInterval {
  double from, to;        // To 1e-6 radians.
  SelfMotionSample best;  // With the largest margin.
};

struct SelfMotionCurve {
  std::vector<SelfMotionSample> samples;  // By arc, at most 1 degree of a joint apart.
  SelfMotionEnd first, last;              // Why the curve ends there.
  double closure = 0;  // If closed, the largest distance of a joint between first and last pose.
  // Stretches outside that are shorter than 0.1 degrees of a joint can be missed.
  std::vector<SelfMotionInterval> within;

  bool closed() const { return last == SelfMotionEnd::closed; }
  double length() const { return samples.back().arc - samples.front().arc; }
};

// theta: n finite values. form: for the parameter; may be null.
SelfMotionCurve selfMotionCurve(SelfMotion& motion, const Vector& theta,
                                const RedundantForm* form = nullptr);

// The pose of a curve at an arc, which on a closed curve counts modulo its length and otherwise is
// limited to the samples.
SelfMotionSample sampleAt(SelfMotion& motion, const SelfMotionCurve& curve, double arc,
                          const RedundantForm* form = nullptr);

// Moves a point along its curve until the parameter has changed by `change` radians, to 1e-9. Returns
// the change: less where the value of a held joint turns back, in a pose beside it, or where the
// motion ends.
double advanceParameter(SelfMotion& motion, const RedundantForm& form, SelfMotionPoint& point,
                        double change);

}  // namespace iklab
