#include "iklab/analytic/self_motion_curve.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/types.hpp"

namespace iklab {

namespace {

constexpr int kMostCurveSteps = 20000;
constexpr double kClosure = 1e-9;      // Radians per joint.
constexpr double kBehind = 1e-6;       // Radians by which a step may have passed the first pose.
constexpr double kAsideShare = 0.1;    // Of the first pose from the tangent.
constexpr int kPartsOfStep = 10;       // 0.1 degrees each.
constexpr double kArcAccuracy = 1e-6;  // Radians.
constexpr double kProbe = 1e-4;        // Radians.
constexpr double kParameterAccuracy = 1e-9;  // Radians.
constexpr double kShortestPart = 1e-11;      // Radians.
constexpr double kGolden = 0.6180339887498949;

class CurveTracer {
 public:
  CurveTracer(SelfMotion& motion, const RedundantForm* form) : motion_(motion), form_(form) {}

  SelfMotionSample sampleOf(const SelfMotionPoint& point, double arc) const {
    SelfMotionSample sample{point, arc, {}, motion_.margin(point.theta)};
    if (form_) sample.parameter = form_->parameterOf(point.theta);
    return sample;
  }

  // Adds the samples after the first, in the direction of its tangent.
  SelfMotionEnd follow(std::vector<SelfMotionSample>& samples, double& closure) {
    const SelfMotionPoint first = samples.front().point;
    SelfMotionPoint point = first;
    if (!motion_.settle(point)) return SelfMotionEnd::twoDirections;
    double arc = 0;
    for (int k = 0; k < kMostCurveSteps; ++k) {
      if (k > 0 && closes(point, first, closure, arc)) {
        samples.push_back(sampleOf(closed_, arc));
        return SelfMotionEnd::closed;
      }
      SelfMotionEnd why;
      const bool goesOn = motion_.step(point, kInfinity, arc, why);
      if (goesOn || why == SelfMotionEnd::twoDirections) samples.push_back(sampleOf(point, arc));
      if (!goesOn) return why;
    }
    return SelfMotionEnd::unfinished;
  }

 private:
  // The next step leads to the first pose. It is in the plane across the tangent to which a step of
  // that length leads, so that the corrections end in it exactly.
  bool closes(const SelfMotionPoint& point, const SelfMotionPoint& first, double& closure,
              double& arc) {
    Vector off = Vector::Zero(point.theta.size());
    motion_.difference(first.theta, point.theta, off);
    const double ahead = dotOf(off, point.tangent);
    if (!(ahead > -kBehind && ahead <= motion_.reach(point))) return false;
    const double square = std::max(0.0, squareOf(off) - ahead * ahead);
    if (std::sqrt(square) > kAsideShare * std::max(ahead, kBehind)) return false;
    if (dotOf(first.tangent, point.tangent) < 0.5) return false;
    closed_ = point;
    if (!motion_.moved(point, ahead, closed_.theta)) return false;
    motion_.difference(first.theta, closed_.theta, off);
    closure = off.cwiseAbs().maxCoeff();
    closed_.tangent = first.tangent;
    if (closure > kClosure) return false;
    arc += ahead;
    return true;
  }

  SelfMotion& motion_;
  const RedundantForm* form_;
  SelfMotionPoint closed_;
};

// Calls visit(from, to) for the stretches between neighbouring samples, in ten where the margin may
// change its sign twice.
template <class Visit>
void eachStretch(const SelfMotionCurve& curve, Visit visit) {
  for (size_t i = 0; i + 1 < curve.samples.size(); ++i) {
    const SelfMotionSample &a = curve.samples[i], &b = curve.samples[i + 1];
    const bool close = std::min(std::abs(a.margin), std::abs(b.margin)) < SelfMotion::kLargestStep;
    const int parts = close ? kPartsOfStep : 1;
    const double width = (b.arc - a.arc) / parts;
    for (int k = 0; k < parts; ++k)
      visit(a.arc + k * width, k + 1 < parts ? a.arc + (k + 1) * width : b.arc);
  }
}

// The pose at an arc, with the tangent of a sample beside it.
SelfMotionPoint pointNear(SelfMotion& motion, const SelfMotionCurve& curve, double arc) {
  const auto& samples = curve.samples;
  const double start = samples.front().arc, end = samples.back().arc;
  double at = std::clamp(arc, start, end);
  if (curve.closed()) at = arc - curve.length() * std::floor((arc - start) / curve.length());
  const auto later = [](double a, const SelfMotionSample& sample) { return a < sample.arc; };
  const auto after = std::upper_bound(samples.begin(), samples.end(), at, later);
  if (after == samples.end()) return samples.back().point;
  const SelfMotionSample &from = *(after - 1), &to = *after;
  const double part = (at - from.arc) / (to.arc - from.arc);
  SelfMotionPoint point = from.point;
  motion.hold(point.theta);
  for (const bool forwards : {true, false}) {  // One of the ends can be where the motion ends.
    SelfMotionPoint base = forwards ? from.point : to.point;
    if (!motion.settle(base)) continue;
    Vector off = Vector::Zero(point.theta.size());
    motion.difference(to.point.theta, from.point.theta, off);
    // A step along the tangent differs a little from its arc.
    const double h = (forwards ? part : part - 1) * dotOf(off, base.tangent);
    point.tangent = base.tangent;
    if (motion.moved(base, h, point.theta)) return point;
  }
  point.theta = from.point.theta + part * (to.point.theta - from.point.theta);
  return point;
}

class IntervalFinder {
 public:
  IntervalFinder(SelfMotion& motion, SelfMotionCurve& curve, const RedundantForm* form)
      : motion_(motion), curve_(curve), form_(form) {}

  void find() {
    auto& within = curve_.within;
    double from = curve_.samples.front().arc;
    bool inside = curve_.samples.front().margin >= 0;
    double marginFrom = curve_.samples.front().margin;
    eachStretch(curve_, [&](double a, double b) {
      const double marginTo = marginAt(b);
      if ((marginFrom >= 0) != (marginTo >= 0)) {
        const double at = crossing(a, b, marginFrom >= 0);
        if (inside) within.push_back({from, at, {}});
        inside = !inside;
        from = at;
      }
      marginFrom = marginTo;
    });
    if (inside) within.push_back({from, curve_.samples.back().arc, {}});
    const double start = curve_.samples.front().arc, end = curve_.samples.back().arc;
    if (curve_.closed() && within.size() > 1 && within.front().from == start &&
        within.back().to == end) {
      within.back().to += within.front().to - start;
      within.erase(within.begin());
    }
    for (SelfMotionInterval& each : within) findBest(each);
  }

 private:
  double marginAt(double arc) { return motion_.margin(pointNear(motion_, curve_, arc).theta); }

  double crossing(double a, double b, bool insideAtA) {
    while (b - a > kArcAccuracy) {
      const double middle = 0.5 * (a + b);
      ((marginAt(middle) >= 0) == insideAtA ? a : b) = middle;
    }
    return insideAtA ? a : b;
  }

  // Golden section beside the sample with the largest margin.
  void findBest(SelfMotionInterval& interval) {
    const auto& samples = curve_.samples;
    const double turn = curve_.length(), from = interval.from;
    // On a closed curve, the samples continue after the last one, which is the first pose. If all of it
    // is within the limits, the search begins a sample later and includes both sides of that pose.
    const bool whole = curve_.closed() && interval.to - from >= turn;
    const double to = interval.to + (whole ? turn : 0);
    const size_t once = samples.size() - 1, last = curve_.closed() ? 2 * once : once;
    const auto sampleAfter = [&](size_t k) -> const SelfMotionSample& {
      return samples[k <= once ? k : k - once];
    };
    const auto arcAfter = [&](size_t k) { return sampleAfter(k).arc + (k <= once ? 0 : turn); };
    double low = from, high = interval.to, most = -kInfinity;
    for (size_t k = whole ? 1 : 0; k <= last; ++k) {
      const double arc = arcAfter(k);
      if (arc < from || arc > to || sampleAfter(k).margin <= most) continue;
      most = sampleAfter(k).margin;
      low = k > 0 ? std::max(from, arcAfter(k - 1)) : from;
      high = k < last ? std::min(to, arcAfter(k + 1)) : to;
      if (most == kInfinity) low = high = arc;
    }
    double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    double marginA = marginAt(a), marginB = marginAt(b);
    while (high - low > kArcAccuracy) {
      if (marginA >= marginB) {
        high = b, b = a, marginB = marginA;
        a = high - kGolden * (high - low), marginA = marginAt(a);
      } else {
        low = a, a = b, marginA = marginB;
        b = low + kGolden * (high - low), marginB = marginAt(b);
      }
    }
    double best = 0.5 * (low + high);
    if (best > interval.to) best -= turn;
    interval.best = sampleAt(motion_, curve_, best, form_);
  }

  SelfMotion& motion_;
  SelfMotionCurve& curve_;
  const RedundantForm* form_;
};

}  // namespace

SelfMotionCurve selfMotionCurve(SelfMotion& motion, const Vector& theta,
                                const RedundantForm* form) {
  SelfMotionCurve curve;
  CurveTracer tracer(motion, form);
  curve.samples.push_back(tracer.sampleOf(motion.pointAt(theta), 0));
  curve.last = tracer.follow(curve.samples, curve.closure);
  curve.first = curve.last;
  if (!curve.closed()) {
    std::vector<SelfMotionSample> back = {curve.samples.front()};
    back[0].point.tangent *= -1;
    motion.hold(theta);
    curve.first = tracer.follow(back, curve.closure);
    for (SelfMotionSample& each : back) each.arc *= -1, each.point.tangent *= -1;
    if (curve.first == SelfMotionEnd::closed) {  // The step that closed it passed a crossing.
      curve.last = curve.first;
      curve.samples.resize(1);
    }
    curve.samples.insert(curve.samples.begin(), back.rbegin(), back.rend() - 1);
  }
  IntervalFinder(motion, curve, form).find();
  return curve;
}

double advanceParameter(SelfMotion& motion, const RedundantForm& form, SelfMotionPoint& point,
                        double change) {
  const double wanted = std::abs(change), sign = change < 0 ? -1 : 1;
  const auto gain = [&](const SelfMotionPoint& to, const SelfMotionPoint& from) {
    const double off = form.parameterOf(to.theta) - form.parameterOf(from.theta);
    return sign * detail::nearestTurn(off, 0);
  };
  SelfMotionPoint next = point;
  motion.advance(next, kProbe);
  const double direction = gain(next, point) < 0 ? -1 : 1;
  double total = 0, step = SelfMotion::kLargestStep;
  while (wanted - total > kParameterAccuracy && step > kShortestPart) {
    next = point;
    const double travelled = motion.advance(next, direction * step);
    const double gained = gain(next, point), rest = wanted - total;
    if (std::abs(travelled) < 0.5 * step || gained <= 0) {  // It ends, or turns back.
      step *= 0.5;
    } else if (gained > rest + kParameterAccuracy) {
      step *= rest / gained;
    } else {
      std::swap(point, next);
      total += gained;
      step = std::min(SelfMotion::kLargestStep, step * (wanted - total) / gained);
    }
  }
  return sign * total;
}

SelfMotionSample sampleAt(SelfMotion& motion, const SelfMotionCurve& curve, double arc,
                          const RedundantForm* form) {
  SelfMotionPoint point = pointNear(motion, curve, arc);
  motion.settle(point);
  return CurveTracer(motion, form).sampleOf(point, arc);
}

}  // namespace iklab
