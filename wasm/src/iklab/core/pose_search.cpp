#include "iklab/core/pose_search.hpp"

#include <algorithm>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

constexpr double kMaxPoses = 500;  // Largest number of random poses.
// Largest sum of the joints of all random poses.
constexpr double kWork = 4000;
constexpr size_t kRefined = 8;                      // Number of poses that are refined.
constexpr double kRefining = 400000;                // Largest sum of the joints of all poses tried.
constexpr double kSteps[] = {0.4, 0.2, 0.1, 0.05};  // Radians; of half the reach for a slide.
constexpr double kRound = 0.05;                     // Radians: values are rounded to it.
constexpr double kZeroShare = 0.45;   // Share of a random pose's joints that are zero.
constexpr double kLimitMargin = 0.1;  // Share of the range that stays free at both ends.
constexpr double kFigureRange = 1;    // Radians: largest distance from zero of a joint of a figure.

struct ScoredPose {
  Values pose;
  double score = 0;
};

struct JointRange {
  size_t column = 0;
  const Joint* joint = nullptr;
  double least = 0, most = 0, unit = 0;

  double rounded(double value) const;
};

// The range is clear of the limits, within pi of zero, and close to zero for a figure.
JointRange rangeOf(const LimbFrame& frame, int column, double at) {
  const Joint& joint = frame.tree.moving(column);
  JointRange range{static_cast<size_t>(column), &joint, at, at, jointUnit(joint, frame.limb)};
  const bool limited = isLimited(joint), slides = joint.slides();
  if (!limited && slides) return range;
  const double free = limited ? kLimitMargin * (joint.upper - joint.lower) : 0;
  const double lower = limited ? joint.lower + free : -kPi;
  const double upper = limited ? joint.upper - free : kPi;
  const auto within = [&](double value) { return std::min(std::max(value, lower), upper); };
  const double low = slides ? lower : frame.isFigure ? at - kFigureRange : -kPi;
  const double high = slides ? upper : frame.isFigure ? at + kFigureRange : kPi;
  range.least = within(low);
  range.most = within(high);
  return range;
}

double JointRange::rounded(double value) const {
  const double coarse = kRound * unit;
  double step = coarse;
  // The range of a slide may be much shorter than its limb.
  if (joint->slides()) step = std::min(coarse, (most - least) / 8);
  if (step == 0) step = coarse;
  const double ratio = value / step, below = std::floor(ratio);
  const double near = (ratio - below >= 0.5 ? below + 1 : below) * step;
  const int places = !joint->slides() ? 2 : step < 0.01 ? 6 : 3;
  return clampToLimits(*joint, rigid::roundTo(near, places) + 0.0);
}

class Search {
 public:
  Search(const LimbFrame& frame, const std::vector<int>& free, const Values& start)
      : frame_(frame), start_(start), free_(free.size()) {
    for (size_t i = 0; i < free.size(); ++i)
      free_[i] = rangeOf(frame, free[i], start[static_cast<size_t>(free[i])]);
  }

  Values best() {
    const double movers = static_cast<double>(frame_.limb.movers.size());
    const double count = std::min(kMaxPoses, kWork / movers) / (frame_.isFigure ? 3 : 1);
    std::array<ScoredPose, kRefined + 1> best;  // The last entry is scratch space.
    best[0] = {start_, poseScore(frame_, start_, 0)};
    size_t kept = 1;
    for (int i = 0; i < count; ++i) {
      const double least = kept < kRefined ? 0 : best[kRefined - 1].score;
      ScoredPose next{drawPose(), 0};
      next.score = poseScore(frame_, next.pose, least);
      if (!(next.score > least)) continue;
      size_t place = kept;
      for (; place > 0 && best[place - 1].score < next.score; --place)
        std::swap(best[place], best[place - 1]);
      std::swap(best[place], next);
      kept = std::min(kept + 1, kRefined);
    }
    // Fewer poses for limbs with many joints: the cost grows with the square of their number.
    const double each =
        3 * static_cast<double>(std::size(kSteps)) * static_cast<double>(free_.size()) * movers;
    kept = std::min(kept, static_cast<size_t>(std::max(1.0, std::floor(kRefining / each))));
    size_t most = 0;
    for (size_t i = 0; i < kept; ++i) {
      refine(best[i]);
      if (best[i].score > best[most].score) most = i;
    }
    return std::move(best[most].pose);
  }

 private:
  Values drawPose() {
    Values pose = start_;
    for (const JointRange& range : free_) {
      const bool zero = draws_.unit() < kZeroShare && range.least <= 0 && range.most >= 0;
      const double value = draws_.between(range.least, range.most);
      pose[range.column] = zero ? 0 : range.rounded(value);
    }
    return pose;
  }

  // Coordinate search: one joint at a time, in smaller and smaller steps, or to zero.
  void refine(ScoredPose& best) const {
    for (const double step : kSteps)
      for (const JointRange& range : free_) {
        const double at = best.pose[range.column], by = step * range.unit;
        for (const double value : {at - by, at + by, 0.0}) {
          if (!(value >= range.least && value <= range.most)) continue;
          Values pose = best.pose;
          pose[range.column] = range.rounded(value);
          const double worth = poseScore(frame_, pose, best.score);
          if (worth > best.score) best = {std::move(pose), worth};
        }
      }
  }

  const LimbFrame& frame_;
  const Values& start_;
  std::vector<JointRange> free_;
  PoseRandom draws_;
};

}  // namespace

Values bestPose(const LimbFrame& frame, const std::vector<int>& free, const Values& start) {
  return Search(frame, free, start).best();
}

}  // namespace iklab::ready

#ifdef __clang__
#pragma clang attribute pop
#endif
