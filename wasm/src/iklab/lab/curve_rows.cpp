#include "iklab/lab/curve_rows.hpp"

#include <algorithm>

#include "iklab/ik/problem.hpp"

namespace iklab {

Result<CurveRows> CurveRows::make(Model::Pointer model) {
  Result<SelfMotion> motion = SelfMotion::make(std::move(model));
  if (!motion) return Fault{motion.reason()};
  return CurveRows(motion.take());
}

CurveRows::CurveRows(SelfMotion motion) : motion_(std::move(motion)) {
  const size_t n = static_cast<size_t>(motion_.model().columns());
  samples_.assign(kMostCurveRows * (kCurveHead + n), 0);
  stretches_.assign(kMostStretches * (kStretchHead + n), 0);
}

void CurveRows::writeSample(double* row, const SelfMotionSample& sample) const {
  row[kCurveArc] = sample.arc;
  row[kCurveParameter] = sample.parameter.value_or(kNotUsed);
  row[kCurveMargin] = sample.margin;
  std::copy_n(sample.point.theta.data(), sample.point.theta.size(), row + kCurveHead);
}

int CurveRows::trace(const Vector& theta, const RedundantForm* form) {
  SelfMotionCurve curve = selfMotionCurve(motion_, theta, form);
  first_ = curve.first, last_ = curve.last, closure_ = curve.closure;
  const size_t n = static_cast<size_t>(theta.size()), count = curve.samples.size();
  const auto isStart = [](const SelfMotionSample& sample) { return sample.arc >= 0; };
  const size_t start = static_cast<size_t>(
      std::find_if(curve.samples.begin(), curve.samples.end(), isStart) - curve.samples.begin());
  int rows = 0;
  for (size_t i = 0; i < count; ++i)
    if (isCurveRow(i, start, count))
      writeSample(&samples_[static_cast<size_t>(rows++) * (kCurveHead + n)], curve.samples[i]);

  auto& within = curve.within;
  const auto byArc = [](const SelfMotionInterval& a, const SelfMotionInterval& b) {
    return a.from < b.from;
  };
  if (within.size() > kMostStretches) {
    std::sort(within.begin(), within.end(),
              [](const auto& a, const auto& b) { return a.to - a.from > b.to - b.from; });
    within.resize(kMostStretches);
    std::sort(within.begin(), within.end(), byArc);
  }
  stretchCount_ = static_cast<int>(within.size());
  const auto parameterAt = [&](double arc) {
    return sampleAt(motion_, curve, arc, form).parameter.value_or(kNotUsed);
  };
  for (size_t i = 0; i < within.size(); ++i) {
    double* row = &stretches_[i * (kStretchHead + n)];
    row[kStretchFrom] = within[i].from, row[kStretchTo] = within[i].to;
    row[kStretchFromParameter] = parameterAt(within[i].from);
    row[kStretchToParameter] = parameterAt(within[i].to);
    writeSample(row + kStretchArc, within[i].best);  // The same fields.
  }
  return rows;
}

}  // namespace iklab
