#include "iklab/ik/diagnosis/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "iklab/ik/checks.hpp"

// Nearly all time is spent in the solvers: optimised for size.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {
namespace {

// Relative to |e|: smaller errors along a direction are ignored.
constexpr double kPresentShare = 0.1;
constexpr double kRigidShare = 1e-9;  // Relative to sigma_1: below it, the mechanism cannot move
                                      // along the direction.
// Share of the stretch: target clamp that is tried against overshoot.
constexpr double kNearClamp = 0.1;
constexpr double kSmallStep = 0.1;  // Radians: step limit that is tried against overshoot.

bool is(const Param& param, std::string_view key) { return param.key == key; }
bool isRotationLimit(const Param& p) {
  return is(p, "gammaMax") || is(p, "stepBound") || is(p, "maxTurn");
}
bool isDamping(const Param& p) {
  return p.fit == Fit::damping || std::string_view(p.key).starts_with("lambda");
}

class MethodExperiments {
 public:
  MethodExperiments(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                    const StopRules& rules, const DiagnosisBudget& budget,
                    const Interrupt& interrupt)
      : solver_(solver),
        theta_(theta),
        goals_(goals),
        rules_(rules),
        causeOnly_(budget.causeOnly),
        interrupt_(interrupt),
        strong_(solver.model()) {
    rules_.minImprovement = 0;
    rules_.maxRises = static_cast<int>(kMostCounted);
    rules_.maxUpdates = budget.methodUpdates;
    rules_.maxSlow = 0;
    trials_.unchanged.cause = Cause::converging;
    measure(trials_.unchanged, solver_);
    if (trials_.unchanged.reached)
      limitUpdates(static_cast<int>(kSoonerShare * trials_.unchanged.updates));
  }

  void tryAll() {
    const Settings& now = solver_.settings();
    const bool limited =
        now.maxStep ? *now.maxStep < kInfinity : solver_.method().entry().maxStep < kInfinity;
    if (limited || now.maxSlide < kInfinity)
      trySetting({Cause::stepLimit}, [](Settings& s) { s.maxStep = s.maxSlide = kInfinity; });
    if (now.clamp.mode != ClampMode::off)
      trySetting({Cause::targetClamp}, [](Settings& s) { s.clamp.mode = ClampMode::off; });
    if (now.secondary.kind != SecondaryKind::none)
      trySetting({Cause::secondaryGoal}, [](Settings& s) { s.secondary = {}; });
    tryEqualWeights();
    tryWithoutPriority();
    tryParameters();
    tryAgainstOvershoot();
  }

  MethodTrials take() { return std::move(trials_); }

 private:
  template <class Change>
  void trySetting(Experiment experiment, const Change& change) {
    Settings settings = solver_.settings();
    change(settings);
    run(std::move(experiment), Solver(solver_.shared(), solver_.method(), settings));
  }

  void tryParameter(Cause cause, const std::string& key, double value) {
    MethodOptions options = solver_.method();
    if (!options.set(key, value).empty()) return;
    run({cause, key, value}, Solver(solver_.shared(), std::move(options), solver_.settings()));
  }

  void run(Experiment experiment, const Solver& solver) {
    if (rules_.maxUpdates == 0 || !solver.fault().empty() || !measure(experiment, solver)) return;
    if (experiment.reached) limitUpdates(experiment.updates - 1);
    trials_.changed.push_back(std::move(experiment));
  }

  // Later runs only help if they reach the goals within this many updates.
  void limitUpdates(int updates) {
    if (causeOnly_) rules_.maxUpdates = std::min(rules_.maxUpdates, updates);
  }

  bool measure(Experiment& experiment, const Solver& solver) {
    Workspace workspace(solver);
    const Result<Solution> found =
        solver.solve(theta_, goals_, rules_, Restarts{}, workspace, interrupt_);
    if (!found) return false;
    const BoxLevenberg::End end = strong_.look(found.value().theta, goals_, rules_);
    experiment.error = end.error;
    experiment.updates = found.value().updates;
    experiment.reached = end.reached;
    return true;
  }

  void tryEqualWeights() {
    const Tree& tree = solver_.model().tree;
    bool equal = true;
    for (const Joint& j : tree.joints()) equal &= j.weight == 1;
    if (equal) return;
    const auto model = std::make_shared<const Model>(tree.withEqualWeights(), solver_.model().task);
    run({Cause::jointWeights}, Solver(model, solver_.method(), solver_.settings()));
  }

  void tryWithoutPriority() {
    if (std::string_view(solver_.method().entry().id) != "priority") return;
    const PriorityOptions options = solver_.method().as<PriorityOptions>();
    run({Cause::priority},
        Solver(solver_.shared(), DlsOptions{.lambda = options.lambda}, solver_.settings()));
  }

  // Tries the parameters of the method itself, then those of its stages.
  void tryParameters() {
    const MethodOptions& method = solver_.method();
    tryMethodParameters(method, "");
    size_t stage = 0;
    for (const Param& param : method.entry().params)
      if (param.nested) tryMethodParameters(method.stages()[stage++], std::string(param.key) + ".");
  }

  void tryMethodParameters(const MethodOptions& method, const std::string& prefix) {
    const std::span<const Param> params = method.entry().params;
    for (size_t i = 0; i < params.size(); ++i) {
      const Param& param = params[i];
      const double now = method.numbers()[i];
      const std::string key = prefix + param.key;
      if (isDamping(param) && now > 0) {
        for (const double share : {1. / 3, 0.1, 0.01})
          if (now * share >= param.min) tryParameter(Cause::damping, key, now * share);
        if (3 * now <= param.max) tryParameter(Cause::overshoot, key, 3 * now);
      }
      if (isRotationLimit(param) && now > 0)
        tryParameter(Cause::stepLimit, key, is(param, "maxTurn") ? 0 : param.max);
      if (param.fit == Fit::cutoff) tryCutoff(method, key, now);
    }
  }

  // Tries a cutoff below the smallest singular value along which an error remains.
  void tryCutoff(const MethodOptions& method, const std::string& key, double now) {
    const Model& model = solver_.model();
    State state(model);
    state.theta = theta_;
    std::copy(goals_.begin(), goals_.end(), state.goals.begin());
    forwardKinematics(model.tree, state.theta, state.pose);
    Problem problem(model, state);
    taskError(model.task, state.pose, state.goals, problem.error);
    const Svd& svd = problem.svd();
    // Cutoffs of other methods are in units of sigma.
    const bool relative =
        std::string_view(method.entry().id) == "truncated" &&
        method.as<TruncatedOptions>().cutoffIs == TruncatedOptions::CutoffIs::relative;
    const double unit = relative ? svd.largest() : 1;
    const double present = kPresentShare * std::sqrt(squareOf(problem.error));
    for (int i = svd.count() - 1; i >= 0 && svd.sigma(i) <= now * unit; --i) {
      const bool moves = svd.sigma(i) > kRigidShare * svd.largest();
      if (!moves || std::abs(svd.u(i).dot(problem.error)) < present) continue;
      return tryParameter(Cause::droppedDirection, key, 0.5 * svd.sigma(i) / unit);
    }
  }

  void tryAgainstOvershoot() {
    const Model& model = solver_.model();
    const Settings& now = solver_.settings();
    const auto with = [&](const char* key, double value, auto change) {
      trySetting({Cause::overshoot, key, value}, [&](Settings& s) { change(s, value); });
    };
    with("gain", 0.5 * now.gain, [](Settings& s, double gain) { s.gain = gain; });
    with("maxStep", kSmallStep, [](Settings& s, double step) { s.maxStep = step; });
    if (!(solver_.method().entry().traits & kUnclamped) && now.clamp.mode == ClampMode::off &&
        model.stretch > 0)
      with("clamp.distance", kNearClamp * model.stretch, [](Settings& s, double distance) {
        s.clamp = {.mode = ClampMode::fixed, .distance = distance};
      });
  }

  const Solver& solver_;
  const Vector& theta_;
  const std::span<const Goal> goals_;
  StopRules rules_;
  const bool causeOnly_;
  const Interrupt& interrupt_;
  BoxLevenberg strong_;
  MethodTrials trials_;
};

}  // namespace

MethodTrials tryMethod(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                       const StopRules& rules, const DiagnosisBudget& budget,
                       const Interrupt& interrupt) {
  MethodExperiments bench(solver, theta, goals, rules, budget, interrupt);
  bench.tryAll();
  return bench.take();
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
