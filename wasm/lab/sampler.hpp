// Problems of a batch by their number: where the targets stand and where the solve starts. All that is
// random of problem i comes from (seed, i) alone, so that it is the same in any order.
#pragma once

#include <array>
#include <cstdint>

#include "lab/lab.hpp"
#include "math/random.hpp"

namespace iklab {

// Where the targets stand. q: a pose uniform within the limits (pi or 1 m of zero where there are none).
enum class Sampling {
  reachable,   // where the tips are at q
  box,         // uniform between two corners
  path,        // where their motions take them, `spacing` seconds on from problem to problem
  singular,    // at the q of 16 with the smallest sigma_r0 / sigma_1
  golden,      // path with sines of 0.7 the amplitude and 3 (1 + sqrt 5) s of spacing
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

// Unless said otherwise, metres and world axes.
struct SamplingSpec {
  Sampling kind = Sampling::reachable;
  StartKind start = StartKind::given;
  std::uint64_t seed = 1;
  bool sharedRestarts = false;   // every problem has the same random starts, the first one too
  double spread = EIGEN_PI / 4;  // of `near`: mean change of a joint, radians or metres
  // box, and whether orientations are drawn or those of the targets
  Eigen::Vector3d low = Eigen::Vector3d::Zero(), high = Eigen::Vector3d::Zero();
  bool anyTurn = false;
  double spacing = 1;  // of `path`, s
  // plane: problem ix + iy nx has `target` at origin + u (ix + 1/2) / nx + v (iy + 1/2) / ny;
  // start-plane: there `columns` stand as far between `from` and `to`, radians or metres
  int target = 0, nx = 1, ny = 1;
  Eigen::Vector3d origin = Eigen::Vector3d::Zero(), u = origin, v = origin;
  std::array<int, 2> columns = {0, 1};
  std::array<double, 2> from = {0, 0}, to = {0, 0};
};

class Sampler {
 public:
  // spec: without a fault (`faultOf`), its start filled in
  Sampler(Model::Pointer model, const LabSpec& spec, const SamplingSpec& sampling);

  // Problem `index`, a whole number from 0 to below `count`. No allocation.
  void draw(double index);
  double count() const { return count_; }

  const Vector& start() const { return start_; }  // n
  const std::vector<Goal>& goals() const { return goals_; }
  // of its restarts: below 2^53, so that a document can hold it
  std::uint64_t restartSeed() const { return restartSeed_; }
  // q where the kind has one, else null
  const Vector* reaching() const { return hasPose_ ? &pose_ : nullptr; }

 private:
  void drawSingular(Random& random);
  void drawGoals(Random& random, double index);
  void drawStart(Random& random, double index);
  double steepness(const Vector& theta);

  const Model::Pointer model_;
  const SamplingSpec sampling_;
  const LimitPolicy limits_;
  const bool hasPose_;
  const double count_;
  const Vector given_;
  std::vector<Goal> bases_;
  std::vector<Motion> motions_;
  double spacing_;
  Vector low_, high_;  // of poses
  Vector start_, pose_, trial_;
  std::vector<Goal> goals_;
  Pose at_;
  Jacobian jacobian_;
  Svd svd_;
  std::uint64_t restartSeed_ = 0;
};

// Why problems cannot be drawn so; empty: they can. spec: sound in itself, its start filled in.
std::string faultOf(const Model& model, const LabSpec& spec, const SamplingSpec& sampling);

}  // namespace iklab
