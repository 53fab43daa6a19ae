// The problems of a batch by index: targets and start. All random numbers of problem i depend on
// (seed, i) only, so the order of the problems does not matter.
#pragma once

#include <array>
#include <cstdint>

#include "iklab/lab/lab.hpp"

namespace iklab {

// How targets are placed. q is a pose drawn uniformly within the limits (within pi or 1 m of zero
// if there are none).
enum class Sampling {
  reachable,   // At the poses of the effectors at q.
  box,         // Uniform between two corners.
  path,        // Along their motions, `spacing` seconds apart.
  singular,    // At the one of 16 poses q with the smallest sigma_r0 / sigma_1.
  golden,      // Path with sines of 0.7 the amplitude, 3 (1 + sqrt 5) s apart.
  plane,       // One target on a grid.
  startPlane,  // Targets unchanged; two joints of the start are on a grid.
};
inline constexpr auto kSamplings = words<Sampling::startPlane>(
    "reachable", "box", "path", "singular", "golden", "plane", "start-plane");

// The start pose of a solve.
enum class StartKind {
  given,   // The scene's start.
  random,  // Uniform, like q.
  near,    // q + spread r / mean |r|, r uniform in (-1, 1)^n; within the limits if they are active.
  middle,  // The middle of the limits.
};
inline constexpr auto kStartKinds = words<StartKind::middle>("given", "random", "near", "middle");

// The settings of a batch as numbers; metres and world axes, unless noted otherwise.
enum BatchSetting : int {
  kBatchSampling,
  kBatchStart,
  kBatchSeed,            // A whole number below 2^53.
  kBatchSharedRestarts,  // 1: all problems have the same random starts, including the first one.
  kBatchSpread,          // For `near`: mean change of a joint, radians or metres.
  kBatchLow,             // x y z of the corners of a box.
  kBatchHigh = kBatchLow + 3,
  kBatchAnyTurn = kBatchHigh + 3,  // 1: orientations in a box are random; 0: those of the targets.
  kBatchSpacing,                   // For `path`, seconds.
  // plane: problem ix + iy nx has `target` at origin + u (ix + 1/2) / nx + v (iy + 1/2) / ny;
  // start-plane: two columns are at the same shares between `from` and `to`, radians or metres.
  kBatchTarget,
  kBatchNx,
  kBatchNy,
  kBatchOrigin,
  kBatchU = kBatchOrigin + 3,
  kBatchV = kBatchU + 3,
  kBatchColumn = kBatchV + 3,
  kBatchFrom = kBatchColumn + 2,
  kBatchTo = kBatchFrom + 2,
  kBatchLevels = kBatchTo + 2,  // 1: the `within` fields are counted.
  kBatchConditions,             // 1: conditions are computed.
  kBatchSettingStride,
};
inline constexpr auto kBatchSettings = words<kBatchConditions>(
    "sampling", "start", "seed", "sharedRestarts", "spread", "lowX", "lowY", "lowZ", "highX",
    "highY", "highZ", "anyTurn", "spacing", "target", "nx", "ny", "originX", "originY", "originZ",
    "uX", "uY", "uZ", "vX", "vY", "vZ", "column0", "column1", "from0", "from1", "to0", "to1",
    "levels", "conditions");

using BatchRow = std::array<double, kBatchSettingStride>;

// Why problems cannot be drawn with these settings, with the name of the setting; empty if they
// can. spec: must be valid.
[[nodiscard]] std::string faultOf(const Model& model, const LabSpec& spec,
                                  const BatchRow& settings);

class Sampler {
 public:
  // spec: with its start filled in. settings: must be valid.
  Sampler(Model::Pointer model, const LabSpec& spec, const BatchRow& settings);

  // Draws problem `index`, an integer of at least 0 and below `count`. Does not allocate.
  void draw(double index);
  double count() const;

  const Vector& start() const { return start_; }  // n
  const std::vector<Goal>& goals() const { return goals_; }
  // Seed of the problem's restarts: below 2^53, so that JSON can represent it.
  std::uint64_t restartSeed() const { return restartSeed_; }
  // q; null if the sampling has no such pose.
  const Vector* reaching() const { return drawsPose() ? &pose_ : nullptr; }

  // sigma_1 / sigma_r0 of J at a pose (n values), for the goals of the problem or, with `reaching`,
  // for goals at the effectors.
  double conditionAt(const Vector& theta, bool reaching);

 private:
  bool is(Sampling kind) const { return settings_[kBatchSampling] == static_cast<int>(kind); }
  bool is(StartKind kind) const { return settings_[kBatchStart] == static_cast<int>(kind); }
  bool drawsPose() const { return is(Sampling::reachable) || is(Sampling::singular); }
  Eigen::Map<const Eigen::Vector3d> vector(int at) const {
    return Eigen::Map<const Eigen::Vector3d>(&settings_[static_cast<size_t>(at)]);
  }
  double gridShare(double index, int axis) const;
  void drawPose(Random& random);
  void drawGoal(Random& random, double index, int target);
  void drawStart(Random& random, double index);

  const Model::Pointer model_;
  const LabSpec spec_;
  const BatchRow settings_;
  Vector start_, pose_, trial_;
  std::vector<Goal> goals_, effectorGoals_;  // own: goals at the effectors.
  Pose samplePose_;
  Jacobian jacobian_;
  Svd svd_;
  std::uint64_t restartSeed_ = 0;
};

}  // namespace iklab
