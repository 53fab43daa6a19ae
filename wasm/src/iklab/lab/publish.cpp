// Fills the output buffers of a lab.
#include <algorithm>

#include "iklab/lab/goal_row.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

void Lab::record(int panel) {
  const Runner& r = *runners_[panel];
  const int slot = (r.updates() - 1) % traceCapacity_;
  double* to = &trace_[(static_cast<size_t>(panel) * traceCapacity_ + slot) * traceStride_];
  const int frame = frame_ + 1;
  to[kTraceUpdate] = r.updates();
  to[kTraceFrame] = frame;
  to[kTraceTime] = frame * spec_.run.timeStep;
  to[kTraceErrorBefore] = r.seen().errorBefore();
  to[kTraceError] = r.error();
  to[kTraceRank] = r.seen().report().rank;
  to[kTraceLambda] = r.seen().report().lambda;
  to[kTraceStop] = static_cast<double>(r.stop());
  to[kTraceRestarts] = r.restarts();
  to += kTraceHead;
  to = writeMisses(r, to);
  for (const Vector* v : {&r.theta(), &r.step(), &r.seen().sigma()})
    to = std::copy(v->data(), v->data() + v->size(), to);
  auto& [numbers, from] = rings_[static_cast<size_t>(panel)];
  const int count = numbers.count();
  if (count > 0) numbers.write(r.seen(), &shownTrace_[from + static_cast<size_t>(slot * count)]);
}

double* Lab::writeMisses(const Runner& r, double* to) const {
  const int targets = static_cast<int>(spec_.targets.size());
  for (int i = 0; i < targets; ++i) *to++ = r.seen().distance(i);
  for (int i = 0; i < targets; ++i)
    *to++ = model_->task.targets()[i].oriented ? r.seen().angle(i) : kNotUsed;
  return to;
}

void Lab::writeGoals(const std::vector<Goal>& goals) const {
  for (size_t i = 0; i < goals.size(); ++i) writeGoal(goals[i], &goalBuffer_[i * kTargetStride]);
}

void Lab::publishGoals() {
  publish();
  std::vector<Goal>& goals = readTargets();
  if (!faultOf(*model_, goals).empty()) goals = bases_;
  const double time = (frame_ + (frameOpen_ ? 1 : 0)) * spec_.run.timeStep;
  for (size_t i = 0; i < goals.size(); ++i) goals[i].position += spec_.targets[i].motion.at(time);
  writeGoals(goals);
}

void Lab::publish() const {
  if (published_) return;
  published_ = true;
  writeGoals(goals_);
  double *angles = angles_.data(), *points = points_.data(), *sigma = sigma_.data(),
         *misses = misses_.data();
  for (int p = 0; p < panels(); ++p) {
    const Runner& r = *runners_[p];
    angles = std::copy(r.theta().data(), r.theta().data() + r.theta().size(), angles);
    sigma = std::copy(r.seen().sigma().data(), r.seen().sigma().data() + r.seen().sigma().size(),
                      sigma);
    for (const auto* list : {&r.pose().origin, &r.pose().tip})
      for (const Eigen::Vector3d& x : *list) points = std::copy(x.data(), x.data() + 3, points);
    for (size_t i = 0; i < goals_.size(); ++i)
      clamps_[p * goals_.size() + i] = r.allowed(static_cast<int>(i));
    misses = writeMisses(r, misses);
    const Workspace& seen = r.seen();
    double* s = &status_[p * kStatusStride];
    double angle = 0;
    for (size_t i = 0; i < goals_.size(); ++i)
      angle = std::max(angle, r.seen().angle(static_cast<int>(i)));
    s[kStatusUpdates] = r.updates();
    s[kStatusUpdatesSinceMove] = r.memory().updatesSinceMove;
    s[kStatusError] = r.error();
    s[kStatusErrorBefore] = seen.errorBefore();
    s[kStatusStartError] = r.memory().startError;
    s[kStatusAngle] = angle;
    s[kStatusWithin] = r.within();
    s[kStatusStop] = static_cast<double>(r.stop());
    s[kStatusLambda] = seen.report().lambda;
    s[kStatusRank] = seen.report().rank;
    s[kStatusRises] = r.memory().rises;
    s[kStatusEvaluations] = r.memory().evaluations();
    s[kStatusLeak] = seen.leak();
    s[kStatusInfeasibility] = seen.report().infeasibility;
    s[kStatusDiscomfort] = seen.discomfort();
    s[kStatusObjective] = seen.objective();
    s[kStatusObjectiveBefore] = seen.objectiveBefore();
    s[kStatusRestarts] = r.restarts();
    s[kStatusLine] = seen.report().line;
  }
}

}  // namespace iklab
