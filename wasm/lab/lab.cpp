#include "lab/lab.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace iklab {
namespace {

using Eigen::Vector3d;

constexpr int kTraceDoubles = 1 << 21;  // of all panels together, 16 MiB
constexpr int kMinTrace = 64, kMaxTrace = 2048;

// a moment from now on; none where it is infinitely far away
class Deadline {
 public:
  explicit Deadline(double milliseconds) : never_(!(milliseconds < kInfinity)) {
    if (!never_) end_ = now() + milliseconds;
  }
  bool over() const { return !never_ && now() >= end_; }

 private:
  static double now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(since).count();
  }

  bool never_;
  double end_ = 0;
};

std::string faultOf(const Tree& tree, const LabSpec& spec) {
  if (spec.targets.empty()) return "there is no target";
  std::vector<char> taken(tree.effectors().size(), 0);
  for (const LabTarget& t : spec.targets) {
    if (t.effector < 0 || t.effector >= static_cast<int>(taken.size()))
      return "a target is on an unknown effector";
    if (taken[t.effector]++)
      return "two targets are on effector '" + tree.effectors()[t.effector].id + "'";
    if (!t.base.position.allFinite() || !(t.orientationWeight > 0))
      return "a target's position must be finite and its orientation weight positive";
    if (const std::string fault = t.motion.fault(); !fault.empty()) return fault;
  }
  if (spec.start.size() == 0) return {};
  if (spec.start.size() != tree.columns())
    return "start must have " + std::to_string(tree.columns()) + " values, has " +
           std::to_string(spec.start.size());
  if (!spec.start.allFinite()) return "start has a value that is not finite";
  if (spec.run.limitPolicy == LimitPolicy::ignore) return {};
  for (int c = 0; c < tree.columns(); ++c) {
    const Joint& j = tree.moving(c);
    if (spec.start[c] < j.lower - 1e-12 || spec.start[c] > j.upper + 1e-12)
      return "start: joint '" + j.id + "' is outside its limits";
  }
  return {};
}

void write(const Goal& g, double* row) {
  std::copy_n(g.position.data(), 3, row);
  std::copy_n(g.orientation.coeffs().data(), 4, row + 3);
}

Task taskOf(const LabSpec& spec) {
  Task task;
  for (const LabTarget& t : spec.targets) task.add(t.effector, t.oriented, t.orientationWeight);
  return task;
}

}  // namespace

Result<std::unique_ptr<Lab>> Lab::open(Tree tree, LabSpec spec) {
  if (const std::string fault = faultOf(tree, spec); !fault.empty()) return Fault{fault};
  return std::unique_ptr<Lab>(new Lab(std::move(tree), std::move(spec)));
}

Lab::Lab(Tree tree, LabSpec spec)
    : spec_(std::move(spec)),
      model_(std::move(tree), taskOf(spec_)),
      diagnostics_(model_),
      goals_(spec_.targets.size()),
      next_(goals_) {
  const int n = model_.tree.columns(), k = static_cast<int>(spec_.targets.size());
  const int sigmas = std::min(model_.task.rows(), n);
  if (spec_.start.size() == 0) {
    spec_.start.resize(n);
    for (int c = 0; c < n; ++c) spec_.start[c] = model_.tree.moving(c).rest;
  }
  traceStride_ = kTraceHead + 2 * k + 2 * n + sigmas;
  traceCapacity_ = std::clamp(kTraceDoubles / (kMaxPanels * traceStride_), kMinTrace, kMaxTrace);
  const size_t points = 3 * (model_.tree.joints().size() + model_.tree.effectors().size());
  targets_.assign(k * kTargetStride, 0);
  goalBuffer_ = targets_;
  taken_ = targets_;
  params_.assign(kMaxPanels * kPanelStride, 0);
  numbers_ = params_;
  angles_.assign(kMaxPanels * n, 0);
  points_.assign(kMaxPanels * points, 0);
  status_.assign(kMaxPanels * kStatusStride, 0);
  sigma_.assign(kMaxPanels * sigmas, 0);
  clamps_.assign(kMaxPanels * k, 0);
  misses_.assign(kMaxPanels * 2 * k, 0);
  trace_.assign(static_cast<size_t>(kMaxPanels) * traceCapacity_ * traceStride_, 0);
  for (int i = 0; i < k; ++i) write(spec_.targets[i].base, &targets_[i * kTargetStride]);
}

std::string Lab::restart(int count) {
  if (count < 1 || count > kMaxPanels)
    return "there must be 1 to 8 panels, there are " + std::to_string(count);
  const auto methods = static_cast<double>(methodTable().size());
  for (int p = 0; p < count; ++p)
    if (const double m = params_[p * kPanelStride + kMethod]; !(m >= 0 && m < methods))
      return "panel " + std::to_string(p) + " has no such method";
  runners_.clear();
  for (int p = 0; p < count; ++p) {
    runners_.push_back(
        std::make_unique<Runner>(model_, spec_.run, &params_[p * kPanelStride], spec_.start));
    runners_.back()->watch(watching_);
  }
  frame_ = left_ = turn_ = 0;
  frameOpen_ = false;
  goalsAt(0, goals_);
  for (const auto& runner : runners_) runner->beginFrame(goals_, true, kInfinity);
  publish();
  return {};
}

void Lab::watch(bool on) {
  watching_ = on;
  for (const auto& runner : runners_) runner->watch(on);
}

std::string Lab::setMotion(int target, const Motion& motion) {
  if (target < 0 || target >= static_cast<int>(spec_.targets.size()))
    return "there is no target " + std::to_string(target);
  if (std::string fault = motion.fault(); !fault.empty()) return fault;
  spec_.targets[target].motion = motion;
  steered_ = true;
  return {};
}

void Lab::inspect(int panel) {
  const bool any = panel >= 0 && panel < panels();
  diagnostics_.look(any ? &params_[panel * kPanelStride] : nullptr,
                    spec_.run.limitPolicy != LimitPolicy::ignore);
}

// targets as they stand at `time`; true where one differs from goals_
bool Lab::goalsAt(double time, std::vector<Goal>& goals) const {
  bool moved = false;
  for (size_t i = 0; i < goals.size(); ++i) {
    const double* row = &targets_[i * kTargetStride];
    Goal& g = goals[i];
    g.position = Eigen::Map<const Vector3d>(row) + spec_.targets[i].motion.at(time);
    g.orientation.coeffs() = Eigen::Map<const Eigen::Vector4d>(row + 3);
    moved = moved || g.position != goals_[i].position ||
            g.orientation.coeffs() != goals_[i].orientation.coeffs();
  }
  return moved;
}

bool Lab::finished() const {
  if (spec_.run.mode != RunMode::converge || frame_ == 0 || frameOpen_) return false;
  for (size_t i = 0; i < spec_.targets.size(); ++i)
    if (!spec_.targets[i].motion.still()) return false;
  return !goalsAt((frame_ + 1) * spec_.run.timeStep, next_);
}

void Lab::beginFrame() {
  const bool moved = goalsAt((frame_ + 1) * spec_.run.timeStep, next_) || frame_ == 0;
  double jump = frame_ == 0 ? kInfinity : 0;
  for (size_t i = 0; i < goals_.size(); ++i) {
    jump = std::max(jump, (next_[i].position - goals_[i].position).norm());
    goals_[i] = next_[i];
  }
  for (const auto& runner : runners_) runner->beginFrame(goals_, moved, jump);
  taken_ = targets_;
  steered_ = false;
  frameOpen_ = true;
}

bool Lab::frameDone() const {
  return std::all_of(runners_.begin(), runners_.end(),
                     [](const auto& runner) { return runner->frameDone(); });
}

bool Lab::advance(int budget, double milliseconds) {
  if (!frameOpen_ && finished()) return true;
  if (!frameOpen_ || steered_ || targets_ != taken_) beginFrame();
  if (midway() && params_ != numbers_)
    for (const auto& runner : runners_) runner->abandon();
  if (left_ == 0) left_ = budget;
  const Deadline deadline(milliseconds);
  bool inTime = true;
  while (inTime && left_ > 0 && !frameDone()) {
    if (!runners_[turn_]->frameDone()) {
      const bool complete = runners_[turn_]->work();
      inTime = !deadline.over();
      if (!complete) continue;
      record(turn_);
    }
    turn_ = (turn_ + 1) % panels();
    if (turn_ == 0) --left_;
  }
  const bool complete = frameDone();
  if (complete) {
    ++frame_;
    frameOpen_ = false;
    left_ = turn_ = 0;
  }
  if (midway()) numbers_ = params_;
  publish();
  return complete;
}

void Lab::record(int panel) {
  const Runner& r = *runners_[panel];
  const int slot = (r.updates() - 1) % traceCapacity_;
  double* to = &trace_[(static_cast<size_t>(panel) * traceCapacity_ + slot) * traceStride_];
  const int frame = frame_ + 1;
  to[kTraceUpdate] = r.updates();
  to[kTraceFrame] = frame;
  to[kTraceTime] = frame * spec_.run.timeStep;
  to[kTraceErrorBefore] = r.errorBefore();
  to[kTraceError] = r.error();
  to[kTraceRank] = r.rank();
  to[kTraceLambda] = r.lambda();
  to[kTraceStop] = static_cast<double>(r.stop());
  to += kTraceHead;
  to = writeMisses(r, to);
  for (const Vector* v : {&r.theta(), &r.step(), &r.sigma()})
    to = std::copy(v->data(), v->data() + v->size(), to);
}

double* Lab::writeMisses(const Runner& r, double* to) const {
  const int targets = static_cast<int>(spec_.targets.size());
  for (int i = 0; i < targets; ++i) *to++ = r.distance(i);
  for (int i = 0; i < targets; ++i) *to++ = spec_.targets[i].oriented ? r.angle(i) : kNotUsed;
  return to;
}

// what the page reads after every call
void Lab::publish() {
  for (size_t i = 0; i < goals_.size(); ++i) write(goals_[i], &goalBuffer_[i * kTargetStride]);
  double *angles = angles_.data(), *points = points_.data(), *sigma = sigma_.data(),
         *misses = misses_.data();
  for (int p = 0; p < panels(); ++p) {
    const Runner& r = *runners_[p];
    angles = std::copy(r.theta().data(), r.theta().data() + r.theta().size(), angles);
    sigma = std::copy(r.sigma().data(), r.sigma().data() + r.sigma().size(), sigma);
    for (const auto* list : {&r.pose().origin, &r.pose().tip})
      for (const Vector3d& x : *list) points = std::copy(x.data(), x.data() + 3, points);
    for (size_t i = 0; i < goals_.size(); ++i)
      clamps_[p * goals_.size() + i] = r.allowed(static_cast<int>(i));
    misses = writeMisses(r, misses);
    double* s = &status_[p * kStatusStride];
    double angle = 0;
    for (size_t i = 0; i < goals_.size(); ++i)
      angle = std::max(angle, r.angle(static_cast<int>(i)));
    s[kStatusUpdates] = r.updates();
    s[kStatusUpdatesSinceMove] = r.updatesSinceMove();
    s[kStatusError] = r.error();
    s[kStatusErrorBefore] = r.errorBefore();
    s[kStatusStartError] = r.startError();
    s[kStatusAngle] = angle;
    s[kStatusWithin] = r.within();
    s[kStatusStop] = static_cast<double>(r.stop());
    s[kStatusLambda] = r.lambda();
    s[kStatusRank] = r.rank();
    s[kStatusRises] = r.rises();
    s[kStatusEvaluations] = r.evaluations();
    s[kStatusLeak] = r.leak();
    s[kStatusInfeasibility] = r.infeasibility();
    s[kStatusDiscomfort] = r.discomfort();
    s[kStatusObjective] = r.objective();
    s[kStatusObjectiveBefore] = r.objectiveBefore();
  }
}

}  // namespace iklab
