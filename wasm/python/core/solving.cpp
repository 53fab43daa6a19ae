// A solver, for one problem and for many.
#include <algorithm>
#include <iklab/diagnosis.hpp>

#include "rows.hpp"

namespace iklab::python {
namespace {

std::shared_ptr<Solver> solverOf(const std::shared_ptr<Model>& model, const MethodOptions& method,
                                 int limits, double gain, std::optional<double> maxStep,
                                 double maxSlide, const TargetClamp& clamp,
                                 const SecondaryGoal& secondary) {
  Settings settings = settingsOf(gain, maxStep, maxSlide, clamp, secondary);
  settings.limits = static_cast<LimitPolicy>(limits);
  auto solver = std::make_shared<Solver>(model, method, settings);
  if (!solver->fault().empty()) refuse(solver->fault());
  return solver;
}

TargetClamp clampOf(int mode, int rule, double distance, double angle) {
  return {static_cast<ClampMode>(mode), static_cast<ClampRule>(rule), distance, angle};
}

SecondaryGoal secondaryOf(int kind, double gain, const std::array<double, 3>& centre,
                          double radius) {
  return {static_cast<SecondaryKind>(kind), gain, {centre[0], centre[1], centre[2]}, radius};
}

StopRules rulesOf(double tolerance, double orientationTolerance, double minImprovement,
                  int maxRises, int maxUpdates, double residual, int maxSlow, double slowShare) {
  return {tolerance, orientationTolerance, minImprovement, maxRises, maxUpdates, residual, maxSlow,
          slowShare};
}

// from: a RestartPose, or none for the default.
Restarts restartsOf(int most, std::uint64_t seed, int every, int outside, std::optional<int> from,
                    int maxSlow) {
  Restarts restarts{most, every, seed, static_cast<Outside>(outside)};
  if (from) restarts.from = static_cast<RestartPose>(*from);
  restarts.maxSlow = maxSlow;
  return restarts;
}

std::vector<Goal> goalsOf(const Numbers& rows) {
  std::vector<Goal> goals;
  for (py::ssize_t i = 0; i < rows.shape(0); ++i)
    goals.push_back(goalFrom(rows.data() + i * kGoalStride));
  return goals;
}

// start: n numbers, or None.
py::dict solve(const Solver& solver, const std::optional<Numbers>& start, const Numbers& goals,
               const StopRules& rules, const Restarts& restarts) {
  const std::vector<Goal> asked = goalsOf(goals);
  const Vector from = start ? vectorOf(*start) : Vector();
  std::optional<Result<Solution>> found;
  Interruption interruption;
  {
    py::gil_scoped_release free;
    Workspace workspace(solver);
    const Interrupt interrupt = interruption.here();
    found = start ? solver.solve(from, asked, rules, restarts, workspace, interrupt)
                  : solver.solve(asked, rules, restarts, workspace, interrupt);
  }
  interruption.raise();
  const Solution s = valueOf(std::move(*found));
  py::dict said;
  said["q"] = arrayOf(s.theta), said["stop"] = word(s.stop), said["error"] = s.error;
  said["distances"] = s.distances, said["angles"] = s.angles;
  said["updates"] = s.updates, said["evaluations"] = s.evaluations;
  said["restarts"] = s.restarts, said["given_up"] = s.givenUp;
  return said;
}

// Why a solve that ended at q with this stop has not reached its goals, as JSON.
std::string explainEnd(const Solver& solver, const Numbers& q, const Numbers& goals,
                       const StopRules& rules, const std::string& stop) {
  const std::vector<Goal> asked = goalsOf(goals);
  const Vector theta = vectorOf(q);
  const auto place = std::find(kStops.begin(), kStops.end(), stop) - kStops.begin();
  std::string said;
  Interruption interruption;
  {
    py::gil_scoped_release free;
    said = explain(solver, theta, asked, rules, static_cast<Stop>(place), interruption.here());
  }
  interruption.raise();
  return said;
}

// starts: rows of n numbers, n numbers for all rows, or None. drawn: starts are random.
py::dict solveRows(const Solver& solver, const std::optional<Numbers>& starts, bool drawn,
                   const Numbers& goals, const StopRules& rules, const Restarts& restarts,
                   int threads) {
  const py::ssize_t count = goals.shape(0), targets = goals.shape(1);
  Numbers q({count, py::ssize_t{solver.model().columns()}}), error(count);
  Numbers distances({count, targets}), angles({count, targets});
  py::array_t<int> updates(count), stop(count), again(count);
  const Problems problems{.count = count,
                          .starts = starts ? starts->data() : nullptr,
                          .oneStart = starts && starts->ndim() == 1,
                          .drawn = drawn,
                          .goals = goals.data()};
  const Answers answers{q.mutable_data(),      error.mutable_data(),   distances.mutable_data(),
                        angles.mutable_data(), updates.mutable_data(), stop.mutable_data(),
                        again.mutable_data()};
  const Rows rows{solver, rules, restarts, problems, answers};
  Interruption interruption;
  std::string fault;
  {
    py::gil_scoped_release free;
    fault = rows.fault(interruption.here());
    if (fault.empty()) rows.solve(threads, interruption);
  }
  interruption.raise();
  if (!fault.empty()) refuse(fault);
  py::dict said;
  said["q"] = q, said["error"] = error, said["distances"] = distances, said["angles"] = angles;
  said["updates"] = updates, said["stop"] = stop, said["restarts"] = again;
  return said;
}

}  // namespace

void bindSolving(py::module_& module) {
  py::class_<StopRules>(module, "StopRules")
      .def(py::init(&rulesOf), py::kw_only(), py::arg("tolerance"),
           py::arg("orientation_tolerance"), py::arg("min_improvement"), py::arg("max_rises"),
           py::arg("max_updates"), py::arg("residual") = 0.0, py::arg("max_slow") = 0,
           py::arg("slow_share") = StopRules{}.slowShare);
  py::class_<Restarts>(module, "Restarts")
      .def(py::init(&restartsOf), py::arg("most"), py::arg("seed"), py::kw_only(),
           py::arg("every") = kSolveRestarts.every, py::arg("outside") = 0,
           py::arg("from_") = py::none(), py::arg("max_slow") = 0);
  py::class_<TargetClamp>(module, "TargetClamp")
      .def(py::init(&clampOf), py::kw_only(), py::arg("mode"), py::arg("rule"), py::arg("distance"),
           py::arg("angle"));
  py::class_<SecondaryGoal>(module, "SecondaryGoal")
      .def(py::init(&secondaryOf), py::kw_only(), py::arg("kind"), py::arg("gain"),
           py::arg("centre"), py::arg("radius"));
  py::class_<Solver, std::shared_ptr<Solver>>(module, "Solver")
      .def(py::init(&solverOf), py::arg("model"), py::arg("method"), py::kw_only(),
           py::arg("limits"), py::arg("gain"), py::arg("max_step"), py::arg("max_slide"),
           py::arg("clamp"), py::arg("secondary"))
      .def("solve", solve, py::arg("start"), py::arg("goals"), py::arg("rules"),
           py::arg("restarts"))
      .def("explain", explainEnd, py::arg("q"), py::arg("goals"), py::arg("rules"), py::arg("stop"))
      .def("solve_rows", solveRows, py::arg("starts"), py::arg("drawn"), py::arg("goals"),
           py::arg("rules"), py::arg("restarts"), py::arg("threads"));
  const StopRules rules;
  module.attr("SOLVE_DEFAULTS") = py::dict(
      py::arg("limits") = kLimitPolicies[static_cast<size_t>(Settings{}.limits)],
      py::arg("tolerance") = py::make_tuple(rules.tolerance, rules.orientationTolerance),
      py::arg("min_improvement") = rules.minImprovement, py::arg("max_rises") = rules.maxRises,
      py::arg("max_updates") = rules.maxUpdates, py::arg("restarts") = kSolveRestarts.most,
      py::arg("restart_every") = kSolveRestarts.every,
      py::arg("restart_max_slow") = kSolveRestarts.maxSlow, py::arg("seed") = kSolveRestarts.seed);
  module.attr("STOPS") = py::cast(kStops);
  module.attr("LIMIT_POLICIES") = py::cast(kLimitPolicies);
  module.attr("RESTART_POSES") = py::cast(kRestartPoses);
  module.attr("CLAMP_MODES") = py::cast(kClampModes);
  module.attr("CLAMP_RULES") = py::cast(kClampRules);
  module.attr("SECONDARY_KINDS") = py::cast(kSecondaryKinds);
}

}  // namespace iklab::python
