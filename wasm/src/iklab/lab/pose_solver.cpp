#include "iklab/lab/pose_solver.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/checks.hpp"
#include "iklab/ik/diagnosis/report.hpp"
#include "iklab/lab/goal_row.hpp"

// The time is spent in the solver: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {
namespace {

std::vector<double> ruleRow(const RunSettings& run) {
  const StopRules& r = run.rules;
  return {static_cast<double>(run.limitPolicy),
          r.tolerance,
          r.orientationTolerance,
          r.minImprovement,
          static_cast<double>(r.maxRises),
          static_cast<double>(r.maxUpdates),
          r.residual,
          static_cast<double>(r.maxSlow),
          r.slowShare,
          static_cast<double>(run.restarts.most),
          static_cast<double>(run.restarts.every),
          static_cast<double>(run.restarts.seed),
          static_cast<double>(run.restarts.outside),
          run.restarts.from ? static_cast<double>(*run.restarts.from) : -1,
          static_cast<double>(run.restarts.maxSlow)};
}

}  // namespace

std::vector<double> defaultRules() {
  RunSettings run;
  run.limitPolicy = Settings{}.limits;
  run.restarts = kSolveRestarts;
  return ruleRow(run);
}

Result<std::unique_ptr<PoseSolver>> PoseSolver::open(Result<Tree> tree, LabSpec spec) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  return std::unique_ptr<PoseSolver>(new PoseSolver(model.take(), std::move(spec)));
}

PoseSolver::PoseSolver(Model::Pointer model, LabSpec spec)
    : model_(std::move(model)),
      spec_(std::move(spec)),
      params_(panelStride(*spec_.methods), 0),
      chosen_(params_),
      start_(spec_.start.data(), spec_.start.data() + spec_.start.size()),
      goals_(spec_.targets.size() * kTargetStride),
      answer_(start_),
      outcome_(kAnswerStride, kNotUsed),
      misses_(2 * spec_.targets.size(), kNotUsed),
      frames_(model_->tree.effectors().size() * kTargetStride),
      jacobianBuffer_(static_cast<size_t>(model_->rows() * model_->columns())),
      aims_(spec_.targets.size()),
      next_(aims_),
      theta_(spec_.start),
      pose_(model_->tree),
      jacobian_(model_->tree, model_->task) {
  rules_ = ruleRow(spec_.run);
  for (size_t i = 0; i < spec_.targets.size(); ++i)
    iklab::writeGoal(spec_.targets[i].base, &goals_[i * kTargetStride]);
}

bool PoseSolver::setFault(std::string fault) {
  fault_ = std::move(fault);
  return fault_.empty();
}

// Creates the solver for `params` and the limit policy of `rules`.
std::string PoseSolver::updateMethod() {
  const double limits = rules_[kRuleLimits];
  if (std::string fault = wholeFault("limits", limits, 0, kLimitPolicies.size() - 1);
      !fault.empty())
    return fault;
  if (solver_ && chosenLimits_ == limits &&
      std::equal(params_.begin(), params_.end(), chosen_.begin()))
    return {};
  Result<Solver> solver =
      solverOf(model_, static_cast<LimitPolicy>(static_cast<int>(limits)), *spec_.methods, params_);
  if (!solver) return solver.reason();
  solver_.emplace(solver.take());
  workspace_ = std::make_unique<Workspace>(*solver_);
  if (rows_) rows_->run.reset();
  chosen_ = params_;
  chosenLimits_ = limits;
  return {};
}

std::string PoseSolver::readRules(RunSettings& run) const {
  const auto count = [&](RuleField field, double least, double most, auto& to,
                         const char* name = nullptr) {
    const double value = rules_[field];
    std::string fault = wholeFault(name ? name : kRuleFields[field], value, least, most);
    if (fault.empty()) to = static_cast<std::remove_reference_t<decltype(to)>>(value);
    return fault;
  };
  StopRules& rules = run.rules;
  rules.tolerance = rules_[kRuleTolerance];
  rules.orientationTolerance = rules_[kRuleOrientationTolerance];
  rules.minImprovement = rules_[kRuleMinImprovement];
  rules.residual = rules_[kRuleResidual];
  rules.slowShare = rules_[kRuleSlowShare];
  int outside = 0, from = -1;
  for (std::string fault :
       {count(kRuleMaxRises, 1, kMostCounted, rules.maxRises),
        count(kRuleMaxUpdates, 1, kMostCounted, rules.maxUpdates),
        count(kRuleMaxSlow, 0, kMostCounted, rules.maxSlow),
        count(kRuleRestarts, 0, kMostRestarts, run.restarts.most),
        count(kRuleEvery, 0, kMostCounted, run.restarts.every, "restarts.every"),
        count(kRuleSeed, 0, kMostSeed, run.restarts.seed),
        count(kRuleOutside, 0, kOutsides.size() - 1, outside),
        count(kRuleFrom, -1, kRestartPoses.size() - 1, from),
        count(kRuleRestartMaxSlow, 0, kMostCounted, run.restarts.maxSlow, "restarts.maxSlow")})
    if (!fault.empty()) return fault;
  run.restarts.outside = static_cast<Outside>(outside);
  if (from >= 0) run.restarts.from = static_cast<RestartPose>(from);
  for (std::string fault : {faultOf(rules), faultOf(run.restarts)})
    if (!fault.empty()) return fault;
  return {};
}

void PoseSolver::readGoals(std::vector<Goal>& goals) const {
  for (size_t i = 0; i < goals.size(); ++i) goals[i] = readGoal(&goals_[i * kTargetStride]);
}

bool PoseSolver::solve(double row, bool started) {
  if (!setFault(updateMethod())) return false;
  RunSettings run;
  if (!setFault(readRules(run))) return false;
  if (row >= 0) run.restarts.seed = mix(run.restarts.seed, static_cast<std::uint64_t>(row));
  std::copy(start_.begin(), start_.end(), theta_.data());
  readGoals(aims_);
  const Result<Solution> found =
      started ? solver_->solve(theta_, aims_, run.rules, run.restarts, *workspace_)
              : solver_->solve(aims_, run.rules, run.restarts, *workspace_);
  if (!found) return setFault(found.reason());
  const Solution& s = found.value();
  write(s.theta, *workspace_);
  outcome_[kAnswerStop] = static_cast<double>(s.stop);
  outcome_[kAnswerWithin] = s.reached();
  outcome_[kAnswerUpdates] = s.updates;
  outcome_[kAnswerEvaluations] = s.evaluations;
  outcome_[kAnswerRestarts] = s.restarts;
  outcome_[kAnswerGivenUp] = s.givenUp;
  return true;
}

std::string PoseSolver::diagnose(int stop) {
  RunSettings run;
  if (!setFault(rangeFault("stop", stop, 0, static_cast<int>(kStops.size()) - 1)) ||
      !setFault(updateMethod()) || !setFault(readRules(run)))
    return {};
  std::copy(start_.begin(), start_.end(), theta_.data());
  readGoals(aims_);
  return explain(*solver_, theta_, aims_, run.rules, static_cast<Stop>(stop));
}

bool PoseSolver::begin(int updates) {
  runner_.reset();
  stepped_ = false;
  if (!setFault(rangeFault("updates", updates, 1, kMostCounted)) || !setFault(updateMethod()))
    return false;
  RunSettings run;
  if (!setFault(readRules(run))) return false;
  std::copy(start_.begin(), start_.end(), theta_.data());
  if (!setFault(faultOf(*model_, theta_, solver_->settings().limits))) return false;
  run.mode = RunMode::hybrid;
  run.updatesPerFrame = updates;
  run.restarts = {};
  runner_ = std::make_unique<Runner>(*solver_, run, theta_);
  return true;
}

bool PoseSolver::step() {
  if (!runner_) return setFault("nothing was begun");
  readGoals(next_);
  if (!setFault(faultOf(*model_, next_))) return false;
  const GoalChange moved = stepped_ ? compareGoals(aims_, next_) : GoalChange{true, kInfinity};
  stepped_ = true;
  std::swap(aims_, next_);
  runner_->beginFrame(aims_, moved.any, moved.jump);
  while (!runner_->frameDone()) runner_->update();
  write(runner_->theta(), runner_->seen());
  outcome_[kAnswerStop] = static_cast<double>(Stop::none);
  outcome_[kAnswerWithin] = runner_->within();
  outcome_[kAnswerUpdates] = runner_->updates();
  outcome_[kAnswerEvaluations] = runner_->memory().evaluations();
  outcome_[kAnswerRestarts] = outcome_[kAnswerGivenUp] = 0;
  return true;
}

bool PoseSolver::look() {
  std::copy(start_.begin(), start_.end(), theta_.data());
  if (!setFault(faultOf(*model_, theta_, LimitPolicy::ignore))) return false;
  readGoals(aims_);
  forwardKinematics(model_->tree, theta_, pose_);
  for (size_t i = 0; i < pose_.tip.size(); ++i) {
    Goal at{pose_.tip[i], Eigen::Quaterniond(pose_.worldFromTip[i])};
    if (at.orientation.w() < 0) at.orientation.coeffs() *= -1;
    iklab::writeGoal(at, &frames_[i * kTargetStride]);
  }
  jacobian_.compute(pose_, aims_);
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      jacobianBuffer_.data(), model_->rows(), model_->columns()) = jacobian_.matrix();
  return true;
}

void PoseSolver::write(const Vector& theta, const Workspace& seen) {
  std::copy_n(theta.data(), answer_.size(), answer_.begin());
  const size_t k = aims_.size();
  std::copy_n(seen.distances().begin(), k, misses_.begin());
  std::copy_n(seen.angles().begin(), k, misses_.begin() + static_cast<std::ptrdiff_t>(k));
  outcome_[kAnswerError] = seen.error();
  outcome_[kAnswerAngle] = *std::max_element(seen.angles().begin(), seen.angles().end());
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
