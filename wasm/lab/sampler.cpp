#include "lab/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "ik/checks.hpp"
#include "math/joined.hpp"
#include "math/trigonometry.hpp"

namespace iklab {
namespace {

using Eigen::Vector3d;

constexpr double kMostProblems = 0x1p53;
constexpr int kMostSteps = 100000;  // of a grid, along each axis
constexpr int kSingularDraws = 16;
constexpr double kGoldenSpacing = 9.70820393249937;  // s: 3 (1 + sqrt 5)
constexpr double kGoldenShare = 0.7;                 // of an amplitude

// what a number is drawn for
// what the numbers of a problem are drawn for
enum Stream : std::uint64_t { kProblem, kRestarts, kSharedStart, kStreams };

// a seed of its own, below 2^53
std::uint64_t seedOf(std::uint64_t seed, double index, Stream stream) {
  return mix(seed, kStreams * static_cast<std::uint64_t>(index) + stream);
}

// uniform (Shoemake 1992)
Eigen::Quaterniond drawTurn(Random& random) {
  const double share = random.unit();
  const SineCosine a = sineCosine(2 * EIGEN_PI * random.unit());
  const SineCosine b = sineCosine(2 * EIGEN_PI * random.unit());
  const double first = std::sqrt(1 - share), second = std::sqrt(share);
  return {second * b.cosine, first * a.sine, first * a.cosine, second * b.sine};
}

bool posed(Sampling kind) { return kind == Sampling::reachable || kind == Sampling::singular; }
bool moving(Sampling kind) { return kind == Sampling::path || kind == Sampling::golden; }
bool gridded(Sampling kind) { return kind == Sampling::plane || kind == Sampling::startPlane; }

// the middle of cell `i` of `count`
double cell(double i, int count) { return (i + 0.5) / count; }

std::string outside(const char* name, const Vector3d& x) {
  std::string fault;
  for (int a = 0; a < 3 && fault.empty(); ++a)
    fault = rangeFault(joined({name, "[", std::to_string(a), "]"}), x[a], -kMagnitude, kMagnitude);
  return fault;
}

// of two joints that a grid goes over
std::string columnFault(const Model& model, const LabSpec& spec, const SamplingSpec& s) {
  for (size_t k = 0; k < 2; ++k) {
    std::string fault = rangeFault("joint", s.columns[k], 0, model.columns() - 1);
    if (!fault.empty()) return fault;
    const Joint& j = model.tree.moving(s.columns[k]);
    const bool held = spec.run.limitPolicy != LimitPolicy::ignore;
    for (const double value : {s.from[k], s.to[k]}) {
      fault = rangeFault(joined({"joint '", j.id, "'"}), value, held ? j.lower : -kMagnitude,
                         held ? j.upper : kMagnitude);
      if (!fault.empty()) return fault;
    }
  }
  return s.columns[0] == s.columns[1] ? "the two joints of a grid must differ" : "";
}

}  // namespace

std::string faultOf(const Model& model, const LabSpec& spec, const SamplingSpec& s) {
  if (!isOneOf(s.kind, kSamplings)) return "there is no such sampling";
  if (!isOneOf(s.start, kStartKinds)) return "there is no such start";
  if (s.start == StartKind::near && !posed(s.kind))
    return "start 'near' needs sampling 'reachable' or 'singular'";
  const int targets = static_cast<int>(spec.targets.size());
  for (const std::string& fault :
       {rangeFault("spread", s.spread, 0, kMagnitude),
        rangeFault("spacing", s.spacing, 0, kMagnitude),
        rangeFault("target", s.target, 0, targets - 1), rangeFault("nx", s.nx, 1, kMostSteps),
        rangeFault("ny", s.ny, 1, kMostSteps), outside("low", s.low), outside("high", s.high),
        outside("origin", s.origin), outside("u", s.u), outside("v", s.v)})
    if (!fault.empty()) return fault;
  if ((s.low.array() > s.high.array()).any()) return "box: low is above high";
  return s.kind == Sampling::startPlane ? columnFault(model, spec, s) : std::string();
}

Sampler::Sampler(Model::Pointer model, const LabSpec& spec, const SamplingSpec& sampling)
    : model_(std::move(model)),
      sampling_(sampling),
      limits_(spec.run.limitPolicy),
      hasPose_(posed(sampling.kind)),
      count_(gridded(sampling.kind) ? static_cast<double>(sampling.nx) * sampling.ny
                                    : kMostProblems),
      given_(spec.start),
      spacing_(moving(sampling.kind) ? sampling.spacing : 0),
      low_(Vector::Zero(model_->columns())),
      high_(low_),
      start_(given_),
      pose_(low_),
      trial_(low_),
      goals_(spec.targets.size()),
      at_(model_->tree),
      jacobian_(model_->tree, model_->task),
      svd_(model_->rows(), model_->columns()) {
  for (const LabTarget& target : spec.targets) {
    bases_.push_back(target.base);
    motions_.push_back(target.motion);
  }
  if (sampling.kind == Sampling::golden) {
    spacing_ = kGoldenSpacing;
    for (Motion& motion : motions_) motion.amplitude *= kGoldenShare;
  }
  for (int c = 0; c < low_.size(); ++c) {
    const Joint& j = model_->tree.moving(c);
    const double reach = j.slides() ? 1 : EIGEN_PI;
    low_[c] = std::isfinite(j.lower) ? j.lower : std::min(-reach, j.upper);
    high_[c] = std::isfinite(j.upper) ? j.upper : std::max(reach, j.lower);
  }
}

void Sampler::draw(double index) {
  Random random(seedOf(sampling_.seed, index, kProblem));
  drawGoals(random, index);
  if (sampling_.sharedRestarts && sampling_.start == StartKind::random)
    random = Random(seedOf(sampling_.seed, 0, kSharedStart));
  drawStart(random, index);
  restartSeed_ = seedOf(sampling_.seed, sampling_.sharedRestarts ? 0 : index, kRestarts);
}

// sigma_r0 / sigma_1
double Sampler::steepness(const Vector& theta) {
  forwardKinematics(model_->tree, theta, at_);
  jacobian_.compute(at_);
  svd_.compute(jacobian_.matrix());
  return svd_.largest() > 0 ? svd_.sigma(model_->workingRank - 1) / svd_.largest() : 0;
}

void Sampler::drawSingular(Random& random) {
  double least = kInfinity;
  for (int draw = 0; draw < kSingularDraws; ++draw) {
    drawPose(model_->tree, random, trial_);
    if (const double each = steepness(trial_); each < least) least = each, pose_ = trial_;
  }
}

void Sampler::drawGoals(Random& random, double index) {
  if (sampling_.kind == Sampling::singular)
    drawSingular(random);
  else if (hasPose_)
    drawPose(model_->tree, random, pose_);
  if (hasPose_) forwardKinematics(model_->tree, pose_, at_);
  for (size_t i = 0; i < goals_.size(); ++i) {
    const TaskTarget& target = model_->task.targets()[i];
    Goal& goal = goals_[i];
    goal = bases_[i];
    if (hasPose_) {
      goal.position = at_.tip[target.effector];
      if (target.oriented) goal.orientation = at_.worldFromTip[target.effector];
    } else if (sampling_.kind == Sampling::box) {
      for (int a = 0; a < 3; ++a)
        goal.position[a] = random.uniform(sampling_.low[a], sampling_.high[a]);
      if (sampling_.anyTurn) goal.orientation = drawTurn(random);
    } else if (sampling_.kind == Sampling::plane && static_cast<int>(i) == sampling_.target) {
      const double ix = std::fmod(index, sampling_.nx), iy = std::floor(index / sampling_.nx);
      goal.position = sampling_.origin + sampling_.u * cell(ix, sampling_.nx) +
                      sampling_.v * cell(iy, sampling_.ny);
    } else {
      goal.position += motions_[i].at(index * spacing_);
    }
  }
}

void Sampler::drawStart(Random& random, double index) {
  start_ = given_;
  if (sampling_.start == StartKind::random) drawPose(model_->tree, random, start_);
  if (sampling_.start == StartKind::middle) start_ = (low_ + high_) / 2;
  if (sampling_.start == StartKind::near) {
    double sum = 0;
    for (double& r : trial_) sum += std::abs(r = random.uniform(-1, 1));
    if (sum > 0) trial_ *= sampling_.spread * static_cast<double>(trial_.size()) / sum;
    start_ = pose_ + trial_;
    if (limits_ != LimitPolicy::ignore) start_ = start_.cwiseMax(low_).cwiseMin(high_);
  }
  if (sampling_.kind != Sampling::startPlane) return;
  const double share[] = {cell(std::fmod(index, sampling_.nx), sampling_.nx),
                          cell(std::floor(index / sampling_.nx), sampling_.ny)};
  for (size_t k = 0; k < 2; ++k)
    start_[sampling_.columns[k]] =
        sampling_.from[k] + (sampling_.to[k] - sampling_.from[k]) * share[k];
}

}  // namespace iklab
