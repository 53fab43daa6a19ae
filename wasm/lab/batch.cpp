#include "lab/batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ik/checks.hpp"
#include "lab/goal_row.hpp"

// nothing here is done in an update: small before fast
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {
namespace {

constexpr double kNear = 1e-6;  // of the range between the limits: on one of them

bool onLimit(const Joint& j, double value) {
  const double between = j.upper - j.lower;
  const double slack = std::isfinite(between) ? kNear * between : 0;
  return value <= j.lower + slack || value >= j.upper - slack;
}

bool outside(const Joint& j, double value) { return !(value >= j.lower && value <= j.upper); }

template <class Test>
bool anyJoint(const Tree& tree, const Vector& theta, Test test) {
  for (int c = 0; c < theta.size(); ++c)
    if (test(tree.moving(c), theta[c])) return true;
  return false;
}

}  // namespace

Result<std::unique_ptr<Batch>> Batch::open(Result<Tree> tree, LabSpec spec,
                                           const BatchRow& settings) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  std::string fault = model ? faultOf(*model.value(), spec, settings) : model.reason();
  if (!fault.empty()) return Fault{std::move(fault)};
  return std::unique_ptr<Batch>(new Batch(model.take(), spec, settings));
}

Batch::Batch(Model::Pointer model, const LabSpec& spec, const BatchRow& settings)
    : model_(std::move(model)),
      run_(spec.run),
      levels_(settings[kBatchLevels] != 0),
      conditions_(settings[kBatchConditions] != 0),
      sampler_(model_, spec, settings),
      attempts_(run_.restarts, *model_),
      params_(kPanelStride, 0),
      rows_(kBatchCapacity * kBatchStride, 0),
      poses_(static_cast<size_t>(kBatchCapacity * model_->columns()), 0),
      goals_(spec.targets.size() * kTargetStride, 0) {}

// workspaces of the method that `params` asks for
std::string Batch::choose() {
  if (workspace_ && std::memcmp(params_.data(), chosen_.data(), sizeof(double) * kPanelStride) == 0)
    return {};
  const Result<Solver> solver = solverOf(model_, run_.limitPolicy, params_.data());
  if (!solver) return solver.reason();
  workspace_ = std::make_unique<Workspace>(solver.value());
  verifier_ = std::make_unique<Workspace>(solver.value());
  memory_ = end_ = {sampler_.start()};
  chosen_ = params_;
  return {};
}

std::string Batch::solve(double first, int count) {
  const double last = sampler_.count() - 1;
  std::string fault = rangeFault("count", count, 1, kBatchCapacity);
  if (fault.empty()) fault = rangeFault("first", first, 0, last - (count - 1));
  if (fault.empty() && first != std::floor(first)) fault = "first must be a whole number";
  if (fault.empty()) fault = choose();
  if (!fault.empty()) return fault;
  const int n = model_->columns();
  for (int i = 0; i < count; ++i) {
    sampler_.draw(first + i);
    solveRow(&rows_[static_cast<size_t>(i * kBatchStride)]);
    std::copy_n(memory_.theta.data(), n, &poses_[static_cast<size_t>(i * n)]);
  }
  return {};
}

double Batch::draw(double index) {
  if (!(index >= 0 && index < sampler_.count() && index == std::floor(index))) return kNotUsed;
  sampler_.draw(index);
  for (size_t i = 0; i < sampler_.goals().size(); ++i)
    write(sampler_.goals()[i], &goals_[i * kTargetStride]);
  return static_cast<double>(sampler_.restartSeed());
}

void Batch::solveRow(double* row) {
  memory_.theta = sampler_.start();
  memory_.updates = memory_.trials = limitHits_ = 0;
  travel_ = 0;
  lows_.clear();
  workspace_->begin(memory_, sampler_.goals());
  workspace_->moved(memory_, true);
  attempts_.begin(sampler_.restartSeed());
  seeError();
  while (memory_.stop == Stop::none) {
    attempts_.next(memory_, *workspace_);
    workspace_->update(memory_);
    seeUpdate();
    attempts_.judge(memory_, *workspace_, run_.rules);
  }
  row[kBatchStop] = static_cast<double>(memory_.stop);
  row[kBatchUpdates] = memory_.updates;
  row[kBatchEvaluations] = memory_.evaluations();
  row[kBatchRestarts] = attempts_.restarts();
  row[kBatchTravel] = travel_;
  row[kBatchLimitHits] = limitHits_;
  row[kBatchStartError] = memory_.startError;
  row[kBatchBest] = lows_.back().error;
  verify(row);
  countLevels(row);
  const Vector* reaching = sampler_.reaching();
  row[kBatchCondition] = conditions_ ? sampler_.conditionAt(memory_.theta) : kNotUsed;
  row[kBatchGoalCondition] = conditions_ && reaching ? sampler_.conditionAt(*reaching) : kNotUsed;
}

void Batch::seeUpdate() {
  const Tree& tree = model_->tree;
  const Vector& step = workspace_->report().step;
  for (int c = 0; c < step.size(); ++c)
    if (tree.moving(c).turns()) travel_ += std::abs(step[c]);
  if (anyJoint(tree, memory_.theta, onLimit)) ++limitHits_;
  seeError();
}

void Batch::seeError() {
  const double error = workspace_->error();
  if (!lows_.empty() && !(error < lows_.back().error)) return;
  if (!levels_) lows_.clear();
  lows_.push_back({memory_.updates, error});
}

// the pose at the end by itself: nothing that the solve knows of it is asked
void Batch::verify(double* row) {
  end_.theta = memory_.theta;
  verifier_->begin(end_, sampler_.goals());
  double angle = 0;
  for (size_t i = 0; i < sampler_.goals().size(); ++i)
    angle = std::max(angle, verifier_->angle(static_cast<int>(i)));
  row[kBatchSolved] = verifier_->within(run_.rules);
  row[kBatchInLimits] = !anyJoint(model_->tree, end_.theta, outside);
  row[kBatchError] = verifier_->error();
  row[kBatchAngle] = angle;
  row[kBatchObjective] = verifier_->objective();
}

void Batch::countLevels(double* row) const {
  double level = 0.1;
  for (int field = kBatchWithin1; field <= kBatchWithin4; ++field, level /= 10) {
    row[field] = kNotUsed;
    if (!levels_) continue;
    const double near = lows_.back().error + level;
    row[field] = std::find_if(lows_.begin(), lows_.end(), [near](const Low& low) {
                   return low.error <= near;
                 })->updates;
  }
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
