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
      samplers_(static_cast<size_t>(Lanes::most()), {model_, spec, settings}),
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
  if (solving_ && std::memcmp(params_.data(), chosen_.data(), sizeof(double) * params_.size()) == 0)
    return {};
  const Result<Solver> solver = solverOf(model_, run_.limitPolicy, *methods_, params_);
  if (!solver) return solver.reason();
  solver_ = solver.value();
  count_ = 0;
  solving_ = std::make_unique<ProblemRun>(*solver_, run_.rules, run_.restarts,
                                          levels_ ? Watch::lows : Watch::totals);
  verifier_ = std::make_unique<Workspace>(*solver_);
  shows_ = ShownNumbers(solver_->method().entry(), *model_);
  end_ = {drawn().start()};
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
  next_ = 0;
  solving_->solve(*this, interrupt);
  return {};
}

std::string Batch::diagnose(int row, const Interrupt& interrupt) {
  if (std::string fault = rangeFault("row", row, 0, count_ - 1); !fault.empty()) return fault;
  std::fill(causes_.begin(), causes_.end(), kNotUsed);
  const double* of = &rows_[static_cast<size_t>(row * kBatchStride)];
  if (of[kBatchSolved] == 1) return {};
  Sampler& sampler = samplers_[0];
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
  Sampler& sampler = samplers_[0];
  if (!(index >= 0 && index < sampler.count() && index == std::floor(index))) return kNotUsed;
  sampler.draw(index);
  for (size_t i = 0; i < sampler.goals().size(); ++i)
    writeGoal(sampler.goals()[i], &goals_[i * kTargetStride]);
  return static_cast<double>(sampler.restartSeed());
}

bool Batch::next(size_t& problem) {
  problem = static_cast<size_t>(next_);
  return next_++ < count_;
}

void Batch::begin(ProblemRun::Slot& slot) {
  Sampler& sampler = samplers_[static_cast<size_t>(slot.index)];
  sampler.draw(first_ + static_cast<double>(slot.problem));
  slot.memory.theta = sampler.start();
  slot.goals = sampler.goals();
  slot.attempts.begin(sampler.restartSeed(), slot.goals);
}

void Batch::finish(ProblemRun::Slot& slot) {
  Sampler& sampler = samplers_[static_cast<size_t>(slot.index)];
  const Memory& memory = slot.memory;
  double* row = &rows_[slot.problem * kBatchStride];
  row[kBatchStop] = static_cast<double>(memory.stop);
  row[kBatchUpdates] = memory.updates;
  row[kBatchEvaluations] = memory.evaluations();
  row[kBatchRestarts] = slot.attempts.restarts();
  row[kBatchTravel] = slot.travel;
  row[kBatchLimitHits] = slot.limitHits;
  row[kBatchStartError] = memory.startError;
  row[kBatchBest] = slot.lows.back().error;
  verify(memory.theta, sampler, 0, row);
  countLevels(slot.lows, row);
  findConditions(memory.theta, sampler, row);
  const size_t n = static_cast<size_t>(model_->columns());
  std::copy_n(memory.theta.data(), n, &poses_[slot.problem * n]);
  writeObservables(slot);
}

void Batch::writeObservables(const ProblemRun::Slot& slot) {
  double* row = &shown_[slot.problem * static_cast<size_t>(shownStride_)];
  std::fill_n(row, shownStride_, kNotUsed);
  if (slot.memory.updates == 0) return;
  if (!slot.inLane) return shows_.write(solving_->workspace(), row);
  shows_.writeTold([&](double Report::*field) { return solving_->told(slot, field); }, row);
}

std::string Batch::judge(double index) {
  if (std::isnan(draw(index))) return "there is no such problem";
  std::string fault = choose();
  if (!fault.empty()) return fault;
  Sampler& sampler = samplers_[0];
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

void Batch::countLevels(const std::vector<SmallestError>& lows, double* row) const {
  double level = 0.1;
  for (int field = kBatchWithin1; field <= kBatchWithin4; ++field, level /= 10) {
    row[field] = kNotUsed;
    if (!levels_) continue;
    const double near = lows.back().error + level;
    row[field] = std::find_if(lows.begin(), lows.end(), [near](const SmallestError& low) {
                   return low.error <= near;
                 })->updates;
  }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

}  // namespace iklab
