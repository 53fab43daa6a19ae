#include "iklab/lab/batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/diagnosis/diagnosis.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/goal_row.hpp"
#include "iklab/lab/solution_finder.hpp"

namespace iklab {
namespace {

constexpr double kWholeRotation = 2 * EIGEN_PI;

}  // namespace

// Runs once per problem: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

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
      methods_(spec.methods),
      levels_(settings[kBatchLevels] != 0),
      conditions_(settings[kBatchConditions] != 0),
      work_{{{{model_, spec, settings}, {run_.restarts, *model_}},
             {{model_, spec, settings}, {run_.restarts, *model_}}}},
      shownStride_(ShownNumbers::mostOf(*methods_)),
      params_(panelStride(*methods_), 0),
      rows_(kBatchCapacity * kBatchStride, 0),
      poses_(static_cast<size_t>(kBatchCapacity * model_->columns()), 0),
      shown_(static_cast<size_t>(kBatchCapacity * shownStride_), kNotUsed),
      goals_(spec.targets.size() * kTargetStride, 0),
      answer_(static_cast<size_t>(model_->columns()), 0),
      causes_(kBatchCauseStride, kNotUsed),
      solutions_(kBatchSolutionStride, kNotUsed) {}

std::string Batch::choose() {
  if (workspace_ &&
      std::memcmp(params_.data(), chosen_.data(), sizeof(double) * params_.size()) == 0)
    return {};
  const Result<Solver> solver = solverOf(model_, run_.limitPolicy, *methods_, params_);
  if (!solver) return solver.reason();
  solver_ = solver.value();
  count_ = 0;
  workspace_ = std::make_unique<Workspace>(solver.value());
  verifier_ = std::make_unique<Workspace>(solver.value());
  shows_ = ShownNumbers(solver.value().method().entry(), *model_);
  lanes_ = Lanes::cover(solver.value()) ? std::make_unique<Lanes>(solver.value()) : nullptr;
  end_ = {drawn().start()};
  for (Work& work : work_) work.memory = end_;
  chosen_ = params_;
  return {};
}

std::string Batch::setMethod(const MethodOptions& method, const Settings& settings) {
  return writePanel(fitLengths(*model_, method), settings, *methods_, params_);
}

std::string Batch::solve(double first, int count, const Interrupt& interrupt) {
  const double last = drawn().count() - 1;
  std::string fault = rangeFault("count", count, 1, kBatchCapacity);
  if (fault.empty()) fault = rangeFault("first", first, 0, last - (count - 1));
  if (fault.empty() && first != std::floor(first)) fault = "first must be a whole number";
  if (fault.empty()) fault = choose();
  if (!fault.empty()) return fault;
  first_ = first;
  count_ = count;
  if (lanes_) {
    solveInLanes(first, count, interrupt);
    return {};
  }
  for (int i = 0; i < count; ++i) {
    begin(work_[0], first + i, i);
    if (!solveAlone(work_[0], interrupt)) break;
    finish(work_[0]);
  }
  return {};
}

std::string Batch::diagnose(int row, const Interrupt& interrupt) {
  if (std::string fault = rangeFault("row", row, 0, count_ - 1); !fault.empty()) return fault;
  std::fill(causes_.begin(), causes_.end(), kNotUsed);
  const double* of = &rows_[static_cast<size_t>(row * kBatchStride)];
  if (of[kBatchSolved] == 1) return {};
  Sampler& sampler = work_[0].sampler;
  sampler.draw(first_ + row);
  const int n = model_->columns();
  const Vector theta = Eigen::Map<const Vector>(&poses_[static_cast<size_t>(row * n)], n);
  const Result<Diagnosis> found = iklab::diagnose(*solver_, theta, sampler.goals(), run_.rules,
                                                  static_cast<Stop>(of[kBatchStop]),
                                                  DiagnosisBudget{.causeOnly = true}, interrupt);
  Cause cause = found ? found.value().cause : Cause::undiagnosed;
  if (cause == Cause::none) cause = Cause::undiagnosed;
  causes_[kBatchCause] = static_cast<double>(cause);
  if (cause == Cause::jointLimits) causes_[kBatchCauseJoint] = found.value().limiting[0].column;
  return {};
}

std::string Batch::compareSolutions(int row) {
  if (std::string fault = rangeFault("row", row, 0, count_ - 1); !fault.empty()) return fault;
  std::fill(solutions_.begin(), solutions_.end(), kNotUsed);
  draw(first_ + row);
  if (!finder_) finder_ = SolutionFinder::of(model_, drawn().start());
  SolutionFinder& finder = *finder_;
  if (finder.kind() != SolutionKind::all) return {};
  const std::span<const double> from = start();
  const std::span<const double> pose(&poses_[static_cast<size_t>(row) * from.size()], from.size());
  std::copy(goals_.begin(), goals_.end(), finder.goals().begin());
  std::copy(pose.begin(), pose.end(), finder.start().begin());
  solutions_[kBatchCertified] = finder.certify();
  if (!std::isnan(solutions_[kBatchCertified]))
    solutions_[kBatchCertifiedInLimits] = finder.certifiedWithin();

  std::copy(from.begin(), from.end(), finder.start().begin());
  const int count = finder.find(0);
  const bool limited =
      run_.limitPolicy != LimitPolicy::ignore || run_.restarts.outside != Outside::keep;
  int inLimits = 0, nearest = 0;
  PoseDistance least;
  for (int i = 0; i < count; ++i) {
    const double* of = &finder.solutions()[static_cast<size_t>(i * finder.stride())];
    const bool within = of[kSolutionMargin] >= 0;
    inLimits += within;
    if (limited && !within) continue;
    PoseDistance distance{0, 0};
    for (size_t c = 0; c < from.size(); ++c) {
      const double moved = of[kSolutionHead + c] - from[c];
      const double turn = limited ? moved : std::remainder(moved, kWholeRotation);
      distance.turn = std::max(distance.turn, std::abs(turn));
      distance.squares += turn * turn;
    }
    if (nearest == 0 || isNearer(distance, least))
      least = distance, nearest = static_cast<int>(of[kSolutionNumber]);
  }
  const bool solved = rows_[static_cast<size_t>(row * kBatchStride) + kBatchSolved] == 1;
  solutions_[kBatchBranch] = solved ? finder.numberAt(pose) : 0;
  solutions_[kBatchBranches] = std::max(count, 0);
  solutions_[kBatchBranchesInLimits] = inLimits;
  solutions_[kBatchNearestBranch] = nearest;
  if (nearest > 0) solutions_[kBatchNearestTurn] = least.turn;
  solutions_[kBatchTurn] = finder.turnTo(pose);
  return {};
}

double Batch::draw(double index) {
  Sampler& sampler = work_[0].sampler;
  if (!(index >= 0 && index < sampler.count() && index == std::floor(index))) return kNotUsed;
  sampler.draw(index);
  for (size_t i = 0; i < sampler.goals().size(); ++i)
    writeGoal(sampler.goals()[i], &goals_[i * kTargetStride]);
  return static_cast<double>(sampler.restartSeed());
}

void Batch::begin(Work& work, double index, int row) {
  work.sampler.draw(work.index = index);
  work.row = row;
  Memory& memory = work.memory;
  memory.theta = work.sampler.start();
  memory.updates = memory.updatesSinceMove = memory.updatesInAttempt = 0;
  memory.rises = memory.slow = memory.trials = work.limitHits = 0;
  memory.stop = Stop::none;
  work.travel = 0;
  work.inLane = lanes_ != nullptr;
  work.lows.clear();
  work.attempts.begin(work.sampler.restartSeed(), work.sampler.goals());
}

void Batch::finish(Work& work) {
  const Memory& memory = work.memory;
  double* row = &rows_[static_cast<size_t>(work.row * kBatchStride)];
  row[kBatchStop] = static_cast<double>(memory.stop);
  row[kBatchUpdates] = memory.updates;
  row[kBatchEvaluations] = memory.evaluations();
  row[kBatchRestarts] = work.attempts.restarts();
  row[kBatchTravel] = work.travel;
  row[kBatchLimitHits] = work.limitHits;
  row[kBatchStartError] = memory.startError;
  row[kBatchBest] = work.lows.back().error;
  verify(memory.theta, work.sampler, 0, row);
  countLevels(work, row);
  findConditions(memory.theta, work.sampler, row);
  const int n = model_->columns();
  std::copy_n(memory.theta.data(), n, &poses_[static_cast<size_t>(work.row * n)]);
  writeObservables(work);
}

void Batch::writeObservables(const Work& work) {
  double* row = shown_.data() + work.row * shownStride_;
  std::fill_n(row, shownStride_, kNotUsed);
  if (work.memory.updates == 0) return;
  if (!work.inLane) return shows_.write(*workspace_, row);
  const auto lane = static_cast<int>(&work - work_.data());
  shows_.writeTold([&](double Report::*field) { return lanes_->told(lane, field); }, row);
}

std::string Batch::judge(double index) {
  if (std::isnan(draw(index))) return "there is no such problem";
  std::string fault = choose();
  if (!fault.empty()) return fault;
  Sampler& sampler = work_[0].sampler;
  std::fill_n(rows_.begin(), kBatchStride, kNotUsed);
  verify(sampler.start(), sampler, 0, rows_.data());
  rows_[kBatchStartError] = rows_[kBatchError];
  const Vector answer = Eigen::Map<const Vector>(answer_.data(), model_->columns());
  verify(answer, sampler, kAnswerSlack, rows_.data());
  rows_[kBatchSolved] = verifier_->within(run_.rules);
  findConditions(answer, sampler, rows_.data());
  rows_[kBatchStop] = static_cast<double>(Stop::none);
  return {};
}

// Evaluates a pose with a separate workspace, independently of the state of the solve.
void Batch::verify(const Vector& theta, const Sampler& sampler, double slack, double* row) {
  end_.theta = theta;
  verifier_->begin(end_, sampler.goals());
  double angle = 0;
  for (size_t i = 0; i < sampler.goals().size(); ++i)
    angle = std::max(angle, verifier_->angle(static_cast<int>(i)));
  const bool inLimits = !anyJoint(model_->tree, end_.theta, outside(slack));
  const bool taken = inLimits || run_.restarts.outside == Outside::keep;
  row[kBatchSolved] = verifier_->within(run_.rules) && taken;
  row[kBatchInLimits] = inLimits;
  row[kBatchError] = verifier_->error();
  row[kBatchAngle] = angle;
  row[kBatchObjective] = verifier_->objective();
}

void Batch::findConditions(const Vector& theta, Sampler& sampler, double* row) {
  const Vector* reaching = sampler.reaching();
  row[kBatchCondition] = conditions_ ? sampler.conditionAt(theta, false) : kNotUsed;
  row[kBatchGoalCondition] =
      conditions_ && reaching ? sampler.conditionAt(*reaching, true) : kNotUsed;
}

void Batch::countLevels(const Work& work, double* row) const {
  double level = 0.1;
  for (int field = kBatchWithin1; field <= kBatchWithin4; ++field, level /= 10) {
    row[field] = kNotUsed;
    if (!levels_) continue;
    const double near = work.lows.back().error + level;
    row[field] = std::find_if(work.lows.begin(), work.lows.end(), [near](const SmallestError& low) {
                   return low.error <= near;
                 })->updates;
  }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

// Returns false if it was interrupted.
bool Batch::solveAlone(Work& work, const Interrupt& interrupt) {
  Memory& memory = work.memory;
  work.inLane = false;
  workspace_->begin(memory, work.sampler.goals());
  workspace_->moved(memory, true);
  recordError(work, workspace_->error());
  while (memory.stop == Stop::none) {
    work.attempts.next(memory, *workspace_);
    if (!workspace_->update(memory, interrupt)) return false;
    recordUpdate(work, workspace_->report().step, workspace_->error());
    work.attempts.judge(memory, *workspace_, run_.rules);
  }
  return true;
}

// A lane whose problem is solved gets the next problem.
void Batch::solveInLanes(double first, int count, const Interrupt& interrupt) {
  int next = 0, busy = 0;
  std::array<bool, Lanes::kCount> at = {};
  const auto refill = [&](int lane) {
    Work& work = work_[static_cast<size_t>(lane)];
    at[static_cast<size_t>(lane)] = next < count;
    if (next == count) return;
    begin(work, first + next, next);
    lanes_->begin(lane, work.memory, work.sampler.goals());
    ++next;
    ++busy;
  };
  for (int lane = 0; lane < Lanes::kCount; ++lane) refill(lane);
  while (busy > 0 && !(interrupt && interrupt())) {
    lanes_->round();
    for (int lane = 0; lane < Lanes::kCount; ++lane) {
      if (!at[static_cast<size_t>(lane)] || continueLane(lane, interrupt)) continue;
      --busy;
      finish(work_[static_cast<size_t>(lane)]);
      refill(lane);
    }
  }
}

// Handles the result of a round in a lane. Returns false if the lane's problem is complete.
bool Batch::continueLane(int lane, const Interrupt& interrupt) {
  Work& work = work_[static_cast<size_t>(lane)];
  Memory& memory = work.memory;
  const Lanes::Made made = lanes_->made(lane, memory);
  const double error = lanes_->error(lane);
  Lane room{*lanes_, lane};
  if (made == Lanes::Made::lost) {
    begin(work, work.index, work.row);
    if (!solveAlone(work, interrupt)) return true;
  } else if (made == Lanes::Made::update) {
    recordUpdate(work, lanes_->step(lane), error);
    work.attempts.judge(memory, room, run_.rules);
  } else if (made == Lanes::Made::stand && work.lows.empty()) {
    memory.startError = error;
    recordError(work, error);
  }
  if (memory.stop != Stop::none) return false;
  if (made != Lanes::Made::trial) work.attempts.next(memory, room);
  return true;
}

void Batch::recordUpdate(Work& work, const Vector& step, double error) {
  const Tree& tree = model_->tree;
  for (int c = 0; c < step.size(); ++c)
    if (tree.moving(c).turns()) work.travel += std::abs(step[c]);
  if (anyJoint(tree, work.memory.theta, onLimit)) ++work.limitHits;
  recordError(work, error);
}

void Batch::recordError(Work& work, double error) {
  std::vector<SmallestError>& lows = work.lows;
  if (!lows.empty() && !(error < lows.back().error)) return;
  if (!levels_) lows.clear();
  lows.push_back({work.memory.updates, error});
}

}  // namespace iklab
