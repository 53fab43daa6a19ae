#include "iklab/lab/follower.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/goal_row.hpp"
#include "iklab/math/concatenate.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

Result<std::unique_ptr<Follower>> Follower::open(Result<Tree> tree, LabSpec spec) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  return std::unique_ptr<Follower>(new Follower(model.take(), std::move(spec)));
}

Follower::Follower(Model::Pointer model, LabSpec spec)
    : model_(std::move(model)),
      spec_(std::move(spec)),
      params_(panelStride(*spec_.methods), 0),
      start_(spec_.start.data(), spec_.start.data() + spec_.start.size()),
      begun_(start_),
      answer_(start_.size(), 0),
      aims_(spec_.targets.size()),
      next_(aims_),
      theta_(spec_.start),
      pose_(model_->tree),
      jacobian_(model_->tree, model_->task),
      svd_(model_->rows(), model_->columns()) {
  (void)resize(1);  // Cannot fail for one point.
}

std::string Follower::setMethod(const MethodOptions& method, const Settings& settings) {
  return writePanel(fitLengths(*model_, method), settings, *spec_.methods, params_);
}

std::string Follower::resize(int points) {
  if (std::string fault = rangeFault("points", points, 1, kMostFollowPoints); !fault.empty())
    return fault;
  runner_.reset();
  verifier_.reset();
  points_ = points;
  done_ = all_ = 0;
  const auto count = static_cast<size_t>(points);
  goals_.assign(count * spec_.targets.size() * kTargetStride, 0);
  for (size_t i = 0; i * kTargetStride < goals_.size(); ++i)
    writeGoal(spec_.targets[i % spec_.targets.size()].base, &goals_[i * kTargetStride]);
  rows_.assign(count * kFollowStride, 0);
  poses_.assign(count * start_.size(), 0);
  before_.assign(poses_.size(), kNotUsed);
  return {};
}

void Follower::readGoals(int point, std::vector<Goal>& goals) const {
  const double* row = &goals_[static_cast<size_t>(point) * goals.size() * kTargetStride];
  for (Goal& goal : goals) {
    goal = readGoal(row);
    row += kTargetStride;
  }
}

std::string Follower::goalsFault() {
  for (int p = 0; p < points_; ++p) {
    readGoals(p, next_);
    if (const std::string fault = faultOf(*model_, next_); !fault.empty())
      return concatenate({"point ", std::to_string(p), ": ", fault});
  }
  return {};
}

// Prepares both kinds of run; returns the solver.
Result<Solver> Follower::prepare(int updates, int rounds) {
  runner_.reset();
  verifier_.reset();
  done_ = all_ = 0;
  std::string fault = rangeFault("updates", updates, 1, kMostFollowUpdates);
  if (fault.empty()) fault = rangeFault("rounds", rounds, 1, kMostFollowRounds);
  std::copy(start_.begin(), start_.end(), theta_.data());
  if (fault.empty()) fault = faultOf(*model_, theta_, spec_.run.limitPolicy);
  if (fault.empty()) fault = goalsFault();
  if (!fault.empty()) return Fault{fault};
  return solverOf(model_, spec_.run.limitPolicy, *spec_.methods, params_);
}

std::string Follower::begin(int updates, int rounds) {
  const Result<Solver> solver = prepare(updates, rounds);
  if (!solver) return solver.reason();
  RunSettings run = spec_.run;
  run.mode = RunMode::hybrid;
  run.updatesPerFrame = updates;
  run.restarts = {};
  runner_ = std::make_unique<Runner>(solver.value(), run, theta_);
  beginRun(rounds);
  return {};
}

std::string Follower::beginAnswers(int rounds) {
  const Result<Solver> solver = prepare(1, rounds);
  if (!solver) return solver.reason();
  verifier_ = std::make_unique<Workspace>(solver.value());
  end_ = {theta_};
  readGoals(0, next_);
  verifier_->begin(end_, next_);  // Makes it allocate its memory now.
  beginRun(rounds);
  return {};
}

void Follower::beginRun(int rounds) {
  std::copy(start_.begin(), start_.end(), begun_.begin());
  all_ = rounds * points_;
  std::fill(before_.begin(), before_.end(), kNotUsed);
}

bool Follower::advance(int points) {
  for (; runner_ && done_ < all_ && points > 0; --points) solvePoint(nextPoint());
  return done_ == all_;
}

// Returns the next point. At the start of a round, stores the poses of the previous one.
int Follower::nextPoint() {
  const int point = done_ % points_;
  if (point == 0 && done_ > 0) std::copy(poses_.begin(), poses_.end(), before_.begin());
  ++done_;
  return point;
}

// Makes updates like a frame of a lab.
void Follower::solvePoint(int point) {
  readGoals(point, next_);
  const GoalChange moved = done_ == 1 ? GoalChange{true, kInfinity} : compareGoals(aims_, next_);
  std::swap(aims_, next_);
  const int made = runner_->updates();
  runner_->beginFrame(aims_, moved.any, moved.jump);
  while (!runner_->frameDone()) runner_->update();
  double* row = writeRow(point, runner_->theta(), runner_->seen());
  row[kFollowWithin] = runner_->within();
  row[kFollowUpdates] = runner_->updates() - made;
}

bool Follower::takeAnswer() {
  if (!verifier_ || done_ == all_) return done_ == all_;
  const int point = nextPoint();
  const Eigen::Map<const Vector> answer(answer_.data(), end_.theta.size());
  if (answer.allFinite()) end_.theta = answer;
  readGoals(point, next_);
  verifier_->begin(end_, next_);
  double* row = writeRow(point, end_.theta, *verifier_);
  const bool inLimits = spec_.run.limitPolicy == LimitPolicy::ignore ||
                        !anyJoint(model_->tree, end_.theta, outside(kAnswerSlack));
  row[kFollowWithin] = verifier_->within(spec_.run.rules) && inLimits;
  return done_ == all_;
}

// Writes the fields that do not depend on `measure`.
double* Follower::writeRow(int point, const Vector& theta, const Workspace& seen) {
  double* row = &rows_[static_cast<size_t>(point) * kFollowStride];
  std::fill(row, row + kFollowStride, kNotUsed);
  row[kFollowError] = seen.error();
  row[kFollowAngle] = 0;
  for (size_t i = 0; i < aims_.size(); ++i)
    row[kFollowAngle] = std::max(row[kFollowAngle], seen.angle(static_cast<int>(i)));
  std::copy_n(theta.data(), start_.size(), &poses_[static_cast<size_t>(point) * start_.size()]);
  return row;
}

void Follower::measure() {
  if (done_ == 0) return;
  const size_t n = start_.size();
  const double* last = done_ > points_ ? &before_[before_.size() - n] : begun_.data();
  const int count = (done_ - 1) % points_ + 1;
  for (int point = 0; point < count; ++point) {
    const double* now = &poses_[static_cast<size_t>(point) * n];
    std::copy_n(now, n, theta_.data());
    measure(point, last);
    last = now;
  }
}

void Follower::measure(int point, const double* last) {
  double* row = &rows_[static_cast<size_t>(point) * kFollowStride];
  double turn = 0, slide = 0, limits = 0, bit = 1;
  bool turning = false, limited = false;
  for (int c = 0; c < theta_.size(); ++c, bit *= 2) {
    const Joint& j = model_->tree.moving(c);
    double& most = j.turns() ? turn : slide;
    most = std::max(most, std::abs(theta_[c] - last[c]));
    turning = turning || j.turns();
    if (!onLimit(j, theta_[c])) continue;
    limited = true;
    if (c < kFollowLimitBits) limits += bit;
  }
  forwardKinematics(model_->tree, theta_, pose_);
  readGoals(point, next_);
  jacobian_.compute(pose_, next_);
  svd_.compute(jacobian_.matrix());
  row[kFollowSigma] = svd_.sigma(model_->rankWith(jacobian_.idle()) - 1);
  row[kFollowTurn] = turning ? turn : slide;
  row[kFollowLimits] = limits;
  row[kFollowLimited] = limited;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
