#include "iklab/lab/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/trigonometry.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

constexpr double kMostProblems = 0x1p53;
constexpr double kMostCells = 100000;  // Per side of a grid.
constexpr int kSingularDraws = 16;
constexpr double kGoldenSpacing = 9.70820393249937;  // s: 3 (1 + sqrt 5)
constexpr double kGoldenShare = 0.7;                 // Share of an amplitude.

// The purposes of a problem's random numbers, each with its own stream.
enum Stream : std::uint64_t { kProblem, kRestarts, kSharedStart, kStreams };

// A separate seed per problem and purpose, below 2^53.
std::uint64_t seedOf(double seed, double index, Stream stream) {
  return mix(static_cast<std::uint64_t>(seed),
             kStreams * static_cast<std::uint64_t>(index) + stream);
}

// A uniformly distributed rotation (Shoemake 1992).
Eigen::Quaterniond drawTurn(Random& random) {
  const double share = random.unit();
  const SineCosine a = sineCosine(2 * EIGEN_PI * random.unit());
  const SineCosine b = sineCosine(2 * EIGEN_PI * random.unit());
  const double first = std::sqrt(1 - share), second = std::sqrt(share);
  return {second * b.cosine, first * a.sine, first * a.cosine, second * b.sine};
}

struct Bounds {
  double low, high;
  bool whole;
};

Bounds boundsOf(int setting, const Model& model, const LabSpec& spec, const BatchRow& settings) {
  switch (setting) {
    case kBatchSampling:
      return {0, static_cast<double>(kSamplings.size() - 1), true};
    case kBatchStart:
      return {0, static_cast<double>(kStartKinds.size() - 1), true};
    case kBatchSeed:
      return {0, kMostProblems - 1, true};
    case kBatchSpread:
    case kBatchSpacing:
      return {0, kMagnitude, false};
    case kBatchTarget:
      return {0, static_cast<double>(spec.targets.size() - 1), true};
    case kBatchNx:
    case kBatchNy:
      return {1, kMostCells, true};
    case kBatchColumn:
    case kBatchColumn + 1:
      return {0, static_cast<double>(model.columns() - 1), true};
    case kBatchSharedRestarts:
    case kBatchAnyTurn:
    case kBatchLevels:
    case kBatchConditions:
      return {0, 1, true};
  }
  if (setting >= kBatchFrom && spec.run.limitPolicy != LimitPolicy::ignore &&
      settings[kBatchSampling] == static_cast<int>(Sampling::startPlane)) {
    const auto side = static_cast<size_t>(kBatchColumn + (setting - kBatchFrom) % 2);
    const Joint& j = model.tree.moving(static_cast<int>(settings[side]));
    return {j.lower, j.upper, false};
  }
  return {-kMagnitude, kMagnitude, false};
}

}  // namespace

std::string faultOf(const Model& model, const LabSpec& spec, const BatchRow& settings) {
  for (int i = 0; i < kBatchSettingStride; ++i) {
    const auto at = static_cast<size_t>(i);
    const auto [low, high, whole] = boundsOf(i, model, spec, settings);
    std::string fault = rangeFault(kBatchSettings[at], settings[at], low, high);
    if (!fault.empty()) return fault;
    if (whole && settings[at] != std::floor(settings[at]))
      return concatenate({kBatchSettings[at], " must be a whole number"});
  }
  const auto kind = static_cast<Sampling>(settings[kBatchSampling]);
  if (settings[kBatchStart] == static_cast<int>(StartKind::near) && kind != Sampling::reachable &&
      kind != Sampling::singular)
    return "start 'near' needs sampling 'reachable' or 'singular'";
  if (kind == Sampling::startPlane && settings[kBatchColumn] == settings[kBatchColumn + 1])
    return "the two joints of a grid must differ";
  return {};
}

Sampler::Sampler(Model::Pointer model, const LabSpec& spec, const BatchRow& settings)
    : model_(std::move(model)),
      spec_(spec),
      settings_(settings),
      start_(spec.start),
      pose_(spec.start),
      trial_(spec.start),
      goals_(spec.targets.size()),
      effectorGoals_(goals_),
      samplePose_(model_->tree),
      jacobian_(model_->tree, model_->task),
      svd_(model_->rows(), model_->columns()) {}

double Sampler::count() const {
  return is(Sampling::plane) || is(Sampling::startPlane) ? settings_[kBatchNx] * settings_[kBatchNy]
                                                         : kMostProblems;
}

void Sampler::draw(double index) {
  const bool shared = settings_[kBatchSharedRestarts] != 0;
  const double seed = settings_[kBatchSeed];
  Random random(seedOf(seed, index, kProblem));
  if (drawsPose()) drawPose(random);
  for (size_t i = 0; i < goals_.size(); ++i) drawGoal(random, index, static_cast<int>(i));
  if (shared && is(StartKind::random)) random = Random(seedOf(seed, 0, kSharedStart));
  drawStart(random, index);
  restartSeed_ = seedOf(seed, shared ? 0 : index, kRestarts);
}

double Sampler::conditionAt(const Vector& theta, bool reaching) {
  forwardKinematics(model_->tree, theta, samplePose_);
  for (size_t i = 0; i < effectorGoals_.size() && model_->task.partial(); ++i) {
    const auto tip = static_cast<size_t>(spec_.targets[i].effector);
    effectorGoals_[i] = {samplePose_.tip[tip], Eigen::Quaterniond(samplePose_.worldFromTip[tip])};
  }
  jacobian_.compute(samplePose_, reaching ? effectorGoals_ : goals_);
  svd_.compute(jacobian_.matrix());
  return svd_.condition(model_->rankWith(jacobian_.idle()));
}

// Samples q, and computes the poses of the effectors there.
void Sampler::drawPose(Random& random) {
  iklab::drawPose(model_->tree, random, pose_);
  if (is(Sampling::singular)) {
    double most = conditionAt(pose_, true);
    for (int draw = 1; draw < kSingularDraws; ++draw) {
      iklab::drawPose(model_->tree, random, trial_);
      if (const double each = conditionAt(trial_, true); each > most) most = each, pose_ = trial_;
    }
  }
  forwardKinematics(model_->tree, pose_, samplePose_);
}

// The centre of a problem's cell along a side of the grid, as a share of the side.
double Sampler::gridShare(double index, int side) const {
  const double nx = settings_[kBatchNx], row = std::floor(index / nx);
  return side == 0 ? (index - row * nx + 0.5) / nx : (row + 0.5) / settings_[kBatchNy];
}

void Sampler::drawGoal(Random& random, double index, int i) {
  const LabTarget& target = spec_.targets[static_cast<size_t>(i)];
  Goal& goal = goals_[static_cast<size_t>(i)];
  goal = target.base;
  if (drawsPose()) {
    goal.position = samplePose_.tip[static_cast<size_t>(target.effector)];
    if (target.oriented)
      goal.orientation = samplePose_.worldFromTip[static_cast<size_t>(target.effector)];
  } else if (is(Sampling::box)) {
    for (int a = 0; a < 3; ++a)
      goal.position[a] = random.uniform(vector(kBatchLow)[a], vector(kBatchHigh)[a]);
    if (settings_[kBatchAnyTurn] != 0) goal.orientation = drawTurn(random);
  } else if (is(Sampling::plane) && i == settings_[kBatchTarget]) {
    goal.position = vector(kBatchOrigin) + vector(kBatchU) * gridShare(index, 0) +
                    vector(kBatchV) * gridShare(index, 1);
  } else {
    const bool golden = is(Sampling::golden);
    const double spacing = golden               ? kGoldenSpacing
                           : is(Sampling::path) ? settings_[kBatchSpacing]
                                                : 0;
    const double scale = golden && target.motion.points.empty() ? kGoldenShare : 1;
    goal.position += scale * target.motion.at(index * spacing);
  }
}

void Sampler::drawStart(Random& random, double index) {
  start_ = spec_.start;
  if (is(StartKind::random)) iklab::drawPose(model_->tree, random, start_);
  double sum = 0;
  if (is(StartKind::near))
    for (double& r : trial_) sum += std::abs(r = random.uniform(-1, 1));
  for (int c = 0; c < start_.size(); ++c) {
    const Joint& j = model_->tree.moving(c);
    const Span span = spanOf(j);
    if (is(StartKind::middle)) start_[c] = (span.low + span.high) / 2;
    if (!is(StartKind::near)) continue;
    start_[c] = pose_[c];
    if (sum > 0)
      start_[c] += settings_[kBatchSpread] * trial_[c] * static_cast<double>(start_.size()) / sum;
    if (spec_.run.limitPolicy != LimitPolicy::ignore)
      start_[c] = std::clamp(start_[c], j.lower, j.upper);
  }
  if (!is(Sampling::startPlane)) return;
  for (int side = 0; side < 2; ++side) {
    const auto at = [&](int field) { return settings_[static_cast<size_t>(field + side)]; };
    start_[static_cast<int>(at(kBatchColumn))] =
        at(kBatchFrom) + (at(kBatchTo) - at(kBatchFrom)) * gridShare(index, side);
  }
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
