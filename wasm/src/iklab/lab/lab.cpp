#include "iklab/lab/lab.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "iklab/ik/diagnosis/report.hpp"
#include "iklab/ik/fitted.hpp"
#include "iklab/lab/deadline.hpp"
#include "iklab/lab/goal_row.hpp"
#include "iklab/lab/probe.hpp"

namespace iklab {
namespace {

using Eigen::Vector3d;

constexpr int kTraceDoubles = 1 << 21;  // For all panels together, 16 MiB.
constexpr int kMinTrace = 64, kMaxTrace = 2048;
constexpr int kMostUpdatesPerFrame = 1000;
constexpr double kMostSeconds = 1e15, kMostWeight = 1e15, kMostValue = 1e15;

std::string faultOf(const RunSettings& run) {
  if (!isOneOf(run.mode, kRunModes)) return "there is no such mode";
  if (!isOneOf(run.limitPolicy, kLimitPolicies)) return "there is no such limit policy";
  if (run.updatesPerFrame < 1 || run.updatesPerFrame > kMostUpdatesPerFrame)
    return "updatesPerFrame must be from 1 to " + std::to_string(kMostUpdatesPerFrame);
  if (!(run.timeStep > 0 && run.timeStep <= kMostSeconds))
    return "timeStep must be above 0 and at most 1e15";
  const std::string fault = faultOf(run.rules);
  return fault.empty() ? faultOf(run.restarts) : fault;
}

std::string faultOf(const Tree& tree, const LabSpec& spec) {
  if (!spec.methods) return "methods: there is no registry";
  if (spec.targets.empty()) return "there is no target";
  for (const LabTarget& t : spec.targets) {
    if (t.effector < 0 || t.effector >= static_cast<int>(tree.effectors().size()))
      return "a target is on an unknown effector";
    if (!(t.orientationWeight > 0 && t.orientationWeight <= kMostWeight))
      return "a target's orientation weight must be above 0 and at most 1e15";
    if (t.tolerance && !(t.tolerance->position >= 0 && t.tolerance->rotation >= 0))
      return "a target's tolerances must not be below 0";
    if (const auto fault = faultOf(t.freedom, t.oriented); !fault.empty())
      return "a target: " + std::string(fault);
    if (const std::string fault = t.motion.fault(); !fault.empty()) return fault;
  }
  return faultOf(spec.run);
}

std::vector<Goal> basesOf(const LabSpec& spec) {
  std::vector<Goal> bases;
  for (const LabTarget& t : spec.targets) bases.push_back(t.base);
  return bases;
}

Task taskOf(const LabSpec& spec) {
  Task task;
  for (const LabTarget& t : spec.targets)
    task.add(t.effector, t.oriented, t.orientationWeight, t.tolerance, t.freedom);
  return task;
}

}  // namespace

Result<Model::Pointer> modelOf(Result<Tree> tree, LabSpec& spec) {
  if (!tree) return Fault{tree.reason()};
  if (const std::string fault = faultOf(tree.value(), spec); !fault.empty()) return Fault{fault};
  Task task = taskOf(spec);
  auto model = std::make_shared<const Model>(tree.take(), std::move(task));
  if (spec.start.size() == 0) spec.start = model->tree.rest();
  for (const std::string& fault :
       {faultOf(*model, spec.start, spec.run.limitPolicy), faultOf(*model, basesOf(spec))})
    if (!fault.empty()) return Fault{fault};
  return Model::Pointer(std::move(model));
}

Result<std::unique_ptr<Lab>> Lab::open(Result<Tree> tree, LabSpec spec) {
  Result<Model::Pointer> model = modelOf(std::move(tree), spec);
  if (!model) return Fault{model.reason()};
  return std::unique_ptr<Lab>(new Lab(model.take(), std::move(spec)));
}

Lab::Lab(std::shared_ptr<const Model> model, LabSpec spec)
    : spec_(std::move(spec)),
      model_(std::move(model)),
      bases_(basesOf(spec_)),
      diagnostics_(*model_, *spec_.methods),
      ellipsoids_(*model_),
      goals_(spec_.targets.size()),
      next_(goals_),
      panelStride_(iklab::panelStride(*spec_.methods)),
      inspectedNumbers_(panelStride_, 0) {
  const int n = model_->tree.columns(), k = static_cast<int>(spec_.targets.size());
  const int sigmas = std::min(model_->task.rows(), n);
  traceStride_ = kTraceHead + 2 * k + 2 * n + sigmas;
  traceCapacity_ = std::clamp(kTraceDoubles / (kMaxPanels * traceStride_), kMinTrace, kMaxTrace);
  const size_t points = 3 * (model_->tree.joints().size() + model_->tree.effectors().size());
  targets_.assign(k * kTargetStride, 0);
  goalBuffer_ = targets_;
  params_.assign(kMaxPanels * panelStride_, 0);
  numbers_ = params_;
  angles_.assign(kMaxPanels * n, 0);
  given_ = angles_;
  points_.assign(kMaxPanels * points, 0);
  status_.assign(kMaxPanels * kStatusStride, 0);
  sigma_.assign(kMaxPanels * sigmas, 0);
  clamps_.assign(kMaxPanels * k, 0);
  misses_.assign(kMaxPanels * 2 * k, 0);
  for (int i = 0; i < k; ++i) writeGoal(bases_[i], &targets_[i * kTargetStride]);
  readTargets_ = targets_;
}

std::string Lab::restart(int count) {
  if (count < 1 || count > kMaxPanels)
    return "there must be 1 to 8 panels, there are " + std::to_string(count);
  std::vector<Solver> solvers;
  for (int p = 0; p < count; ++p) {
    Result<Solver> solver = solverOf(p);
    if (!solver) return "panel " + std::to_string(p) + ": " + solver.reason();
    solvers.push_back(solver.take());
  }
  runners_.clear();  // Frees their memory before the new runners allocate theirs.
  makeRings(solvers);
  for (const Solver& solver : solvers) {
    runners_.push_back(std::make_unique<Runner>(solver, spec_.run, spec_.start));
    runners_.back()->watch(watching_);
  }
  numbers_ = params_;
  frame_ = roundsLeft_ = nextPanel_ = 0;
  frameOpen_ = false;
  paramsFault_.clear();
  applyTargets();
  computeGoals(0, goals_);
  for (const auto& runner : runners_) runner->beginFrame(goals_, true, kInfinity);
  published_ = false;
  return {};
}

// Reserves one record per update and panel.
void Lab::makeRings(std::span<const Solver> solvers) {
  const auto capacity = static_cast<size_t>(traceCapacity_);
  trace_.resize(solvers.size() * capacity * static_cast<size_t>(traceStride_));
  rings_.clear();
  size_t shown = 0;
  for (const Solver& solver : solvers) {
    rings_.push_back({ShownNumbers(solver.method().entry(), *model_), shown});
    shown += capacity * static_cast<size_t>(rings_.back().numbers.count());
  }
  shownTrace_.resize(shown);
}

std::string Lab::setPanel(int panel, const MethodOptions& method, const Settings& settings) {
  if (panel < 0 || panel >= kMaxPanels)
    return "a panel must be from 0 to 7; got " + std::to_string(panel);
  return writePanel(fitLengths(*model_, method), settings, *spec_.methods,
                    std::span(params_).subspan(at(panel), panelStride_));
}

Result<Solver> Lab::solverOf(int panel) const {
  return iklab::solverOf(model_, spec_.run.limitPolicy, *spec_.methods, row(panel));
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
  targetsChanged_ = true;
  publishGoals();
  return {};
}

std::string Lab::give(int panel) {
  if (!has(panel)) return "there is no panel " + std::to_string(panel);
  const int n = model_->tree.columns();
  const Eigen::Map<const Vector> theta(&given_[static_cast<size_t>(panel * n)], n);
  // Also false for NaN.
  if (!(theta.cwiseAbs().array() <= kMostValue).all() ||
      !(model_->tree.farthestFollower(theta) <= kMostValue))
    return "a value of a pose must be a number of at most 1e15";
  runners_[static_cast<size_t>(panel)]->give(theta);
  published_ = false;
  return {};
}

void Lab::beginInspection(int panel) {
  readInputs();
  inspected_ = panel;
  const std::optional<Solver> solver = inspectedSolver();
  setProbeFault(diagnostics_.begin(solver ? &*solver : nullptr));
}

bool Lab::resumeInspection() {
  if (!diagnostics_.atWork()) return false;
  readInputs();
  if (inspectedRowChanged()) {
    const std::optional<Solver> solver = inspectedSolver();
    diagnostics_.ask(solver ? &*solver : nullptr);
  }
  return diagnostics_.work();
}

// None if the inspection has no method, or if the panel's numbers are invalid.
std::optional<Solver> Lab::inspectedSolver() {
  if (!has(inspected_)) return std::nullopt;
  const std::span<const double> now = row(inspected_);
  inspectedNumbers_.assign(now.begin(), now.end());
  Result<Solver> solver = solverOf(inspected_);
  return solver ? std::optional(solver.take()) : std::nullopt;
}

// Compares bit by bit, so that NaN equals NaN.
bool Lab::inspectedRowChanged() const {
  return has(inspected_) && std::memcmp(inspectedNumbers_.data(), row(inspected_).data(),
                                        panelStride_ * sizeof(double)) != 0;
}

std::string Lab::diagnose(int panel, int stop) {
  readInputs();
  Vector theta(model_->columns());
  std::vector<Goal> goals(spec_.targets.size());
  setProbeFault(readProbe(*model_, probe(), theta, goals));
  const bool known = has(panel) && stop >= 0 && stop < static_cast<int>(kStops.size());
  if (!probeFault_.empty() || !known) return {};
  const Result<Solver> solver = solverOf(panel);
  if (!solver) return {};
  return explain(solver.value(), theta, goals, spec_.run.rules, static_cast<Stop>(stop));
}

void Lab::choose(int panel) {
  readInputs();
  const Result<Solver> solver = has(panel) ? solverOf(panel) : Fault{};
  diagnostics_.choose(solver ? &solver.value() : nullptr);
}

void Lab::setProbeFault(const std::string& fault) {
  probeFault_ = fault.empty() ? fault : "probe: " + fault;
}

// Computes the targets at `time`; true if one of them differs from goals_.
bool Lab::computeGoals(double time, std::vector<Goal>& goals) const {
  bool moved = false;
  for (size_t i = 0; i < goals.size(); ++i) {
    Goal& g = goals[i];
    g.position = bases_[i].position + spec_.targets[i].motion.at(time);
    g.orientation = bases_[i].orientation;
    moved = moved || g.position != goals_[i].position ||
            g.orientation.coeffs() != goals_[i].orientation.coeffs();
  }
  return moved;
}

bool Lab::finished() const {
  if (spec_.run.mode != RunMode::converge || frame_ == 0 || frameOpen_) return false;
  if (targetsWritten()) return false;
  for (size_t i = 0; i < spec_.targets.size(); ++i)
    if (!spec_.targets[i].motion.still()) return false;
  return !computeGoals((frame_ + 1) * spec_.run.timeStep, next_);
}

void Lab::beginFrame() {
  const bool moved = computeGoals((frame_ + 1) * spec_.run.timeStep, next_) || frame_ == 0;
  double jump = frame_ == 0 ? kInfinity : 0;
  for (size_t i = 0; i < goals_.size(); ++i) {
    jump = std::max(jump, (next_[i].position - goals_[i].position).norm());
    goals_[i] = next_[i];
  }
  for (const auto& runner : runners_) runner->beginFrame(goals_, moved, jump);
  targetsChanged_ = false;
  frameOpen_ = true;
}

bool Lab::frameDone() const {
  return std::all_of(runners_.begin(), runners_.end(),
                     [](const auto& runner) { return runner->frameDone(); });
}

bool Lab::advance(int budget, double milliseconds) {
  readInputs();
  if (!frameOpen_ && finished()) return true;
  if (!frameOpen_ || targetsChanged_) beginFrame();
  if (roundsLeft_ == 0) roundsLeft_ = budget;
  const Deadline deadline(milliseconds);
  bool inTime = true;
  while (inTime && roundsLeft_ > 0 && !frameDone()) {
    if (!runners_[nextPanel_]->frameDone()) {
      const bool complete = runners_[nextPanel_]->work();
      inTime = !deadline.hasPassed();
      if (!complete) continue;
      record(nextPanel_);
    }
    nextPanel_ = (nextPanel_ + 1) % panels();
    if (nextPanel_ == 0) --roundsLeft_;
  }
  const bool complete = frameDone();
  if (complete) {
    ++frame_;
    frameOpen_ = false;
    roundsLeft_ = nextPanel_ = 0;
  }
  published_ = false;
  return complete;
}

}  // namespace iklab
