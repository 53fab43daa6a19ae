// The self-motion curve through a pose (self_motion_curve.hpp) as rows of doubles.
#pragma once

#include <span>
#include <vector>

#include "iklab/analytic/self_motion_curve.hpp"
#include "iklab/core/words.hpp"

namespace iklab {

inline constexpr auto kCurveEnds =
    words<SelfMotionEnd::unfinished>("closed", "two-directions", "lost", "unfinished");

// The fields of a sample; followed by theta (n values).
enum CurveField : int {
  kCurveArc,
  kCurveParameter,  // NaN if the arm has no RedundantForm.
  kCurveMargin,
  kCurveHead,
};
inline constexpr auto kCurveFields = words<kCurveMargin>("arc", "parameter", "margin");

// The fields of a stretch within limits; followed by theta (n values) of its pose with the largest
// margin.
enum StretchField : int {
  kStretchFrom,  // Arcs.
  kStretchTo,
  kStretchFromParameter,
  kStretchToParameter,
  kStretchArc,  // Of the pose with the largest margin, as are the next two.
  kStretchParameter,
  kStretchMargin,
  kStretchHead,
};
inline constexpr auto kStretchFields = words<kStretchMargin>(
    "from", "to", "fromParameter", "toParameter", "arc", "parameter", "margin");

inline constexpr int kMostCurveRows = 1000;
inline constexpr int kMostStretches = 64;

// True if a sample of a curve of `count` samples becomes a row. If there are more than kMostCurveRows,
// only the first, the last and those at equal steps from sample `start` do.
constexpr bool isCurveRow(size_t sample, size_t start, size_t count) {
  const size_t step = count <= kMostCurveRows ? 1 : (count - 1) / (kMostCurveRows - 2) + 1;
  return sample == 0 || sample + 1 == count || sample % step == start % step;
}

class CurveRows {
 public:
  // Faults: those of SelfMotion::make.
  static Result<CurveRows> make(Model::Pointer model);

  // Follows the curve through theta (n finite values) and returns the number of rows. form: may be
  // null.
  int trace(const Vector& theta, const RedundantForm* form);

  std::span<const double> samples() const { return samples_; }
  // The first `stretchCount` rows; the longest if there are more than fit.
  std::span<const double> stretches() const { return stretches_; }
  int stretchCount() const { return stretchCount_; }
  // Why the curve ends before its first and after its last sample.
  SelfMotionEnd first() const { return first_; }
  SelfMotionEnd last() const { return last_; }
  // SelfMotionCurve::closure
  double closure() const { return closure_; }

 private:
  explicit CurveRows(SelfMotion motion);
  void writeSample(double* row, const SelfMotionSample& sample) const;

  SelfMotion motion_;
  std::vector<double> samples_, stretches_;
  int stretchCount_ = 0;
  SelfMotionEnd first_ = SelfMotionEnd::lost, last_ = SelfMotionEnd::lost;
  double closure_ = 0;
};

}  // namespace iklab
