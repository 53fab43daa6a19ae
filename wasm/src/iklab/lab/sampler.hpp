// Problems of a batch by their number: where the targets stand and where the solve starts. All that
// is random of problem i comes from (seed, i) alone, so that it is the same in any order.
#pragma once

#include <array>
#include <cstdint>

#include "iklab/lab/lab.hpp"

namespace iklab {

// Where the targets stand. q: a pose uniform within the limits (pi or 1 m of zero where there are
// none).
enum class Sampling {
  reachable,   // where the tips are at q
  box,         // uniform between two corners
  path,        // where their motions take them, so many seconds on from problem to problem
  singular,    // at the q of 16 with the smallest sigma_r0 / sigma_1
  golden,      // path with sines of 0.7 the amplitude, 3 (1 + sqrt 5) s apart
  plane,       // one of them on a grid
  startPlane,  // as they are; two joints of the start are on a grid
};
inline constexpr auto kSamplings = words<Sampling::startPlane>(
    "reachable", "box", "path", "singular", "golden", "plane", "start-plane");

// Where a solve starts.
enum class StartKind {
  given,   // the scene's start
  random,  // uniform as q
  near,    // q + spread r / mean |r|, r uniform in (-1, 1)^n; within the limits where they hold
  middle,  // of the limits
};
inline constexpr auto kStartKinds = words<StartKind::middle>("given", "random", "near", "middle");

// What is asked of a batch, a number each; metres and world axes, unless said otherwise.
enum BatchSetting : int {
  kBatchSampling,        // Sampling
  kBatchStart,           // StartKind
  kBatchSeed,            // a whole number below 2^53
  kBatchSharedRestarts,  // 1: every problem has the same random starts, the first one too
  kBatchSpread,          // of `near`: mean change of a joint, radians or metres
  kBatchLow,             // x y z of the corners of a box
  kBatchHigh = kBatchLow + 3,
  kBatchAnyTurn = kBatchHigh + 3,  // 1: orientations in a box are drawn; 0: those of the targets
  kBatchSpacing,                   // of `path`, s
  // plane: problem ix + iy nx has `target` at origin + u (ix + 1/2) / nx + v (iy + 1/2) / ny;
  // start-plane: there two columns stand as far between `from` and `to`, radians or metres
  kBatchTarget,
  kBatchNx,
  kBatchNy,
  kBatchOrigin,
  kBatchU = kBatchOrigin + 3,
  kBatchV = kBatchU + 3,
  kBatchColumn = kBatchV + 3,
  kBatchFrom = kBatchColumn + 2,
  kBatchTo = kBatchFrom + 2,
  kBatchLevels = kBatchTo + 2,  // 1: `within` is counted,
  kBatchConditions,             // and conditions are found
  kBatchSettingStride,
};
inline constexpr auto kBatchSettings = words<kBatchConditions>(
    "sampling", "start", "seed", "sharedRestarts", "spread", "lowX", "lowY", "lowZ", "highX",
    "highY", "highZ", "anyTurn", "spacing", "target", "nx", "ny", "originX", "originY", "originZ",
    "uX", "uY", "uZ", "vX", "vY", "vZ", "column0", "column1", "from0", "from1", "to0", "to1",
    "levels", "conditions");

using BatchRow = std::array<double, kBatchSettingStride>;

// Why problems cannot be drawn so, by the names of the settings; empty: they can. spec: sound in
// itself.
std::string faultOf(const Model& model, const LabSpec& spec, const BatchRow& settings);

class Sampler {
 public:
  // spec: its start filled in; settings: without a fault
  Sampler(Model::Pointer model, const LabSpec& spec, const BatchRow& settings);

  // Problem `index`, a whole number from 0 to below `count`. No allocation.
  void draw(double index);
  double count() const;

  const Vector& start() const { return start_; }  // n
  const std::vector<Goal>& goals() const { return goals_; }
  // of its restarts: below 2^53, so that a document can hold it
  std::uint64_t restartSeed() const { return restartSeed_; }
  // q where the kind has one, else null
  const Vector* reaching() const { return posed() ? &pose_ : nullptr; }

  // sigma_1 / sigma_r0 of J at a pose (n values), for the goals of the problem or, `reaching`, for
  // such as stand where the tips are
  double conditionAt(const Vector& theta, bool reaching);

 private:
  bool is(Sampling kind) const { return settings_[kBatchSampling] == static_cast<int>(kind); }
  bool is(StartKind kind) const { return settings_[kBatchStart] == static_cast<int>(kind); }
  bool posed() const { return is(Sampling::reachable) || is(Sampling::singular); }
  Eigen::Map<const Eigen::Vector3d> vector(int at) const {
    return Eigen::Map<const Eigen::Vector3d>(&settings_[static_cast<size_t>(at)]);
  }
  double along(double index, int axis) const;
  void drawPose(Random& random);
  void drawGoal(Random& random, double index, int target);
  void drawStart(Random& random, double index);

  const Model::Pointer model_;
  const LabSpec spec_;
  const BatchRow settings_;
  Vector start_, pose_, trial_;
  std::vector<Goal> goals_, own_;  // own: where the tips are
  Pose at_;
  Jacobian jacobian_;
  Svd svd_;
  std::uint64_t restartSeed_ = 0;
};

}  // namespace iklab
