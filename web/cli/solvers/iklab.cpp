// This library as an external solver of `iklab study --solver`; its rows must equal those of the
// same method.
//   cmake -S web/cli/solvers -B BUILD -DCMAKE_PREFIX_PATH=PREFIX && cmake --build BUILD
//   iklab-solver dls lambda=0.1           (nlohmann-json3-dev)
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iklab/solver.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

using nlohmann::json;
using namespace iklab;

Eigen::Vector3d vector(const json& v) {
  return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()};
}

Result<Tree> treeOf(const json& tree) {
  TreeBuilder builder;
  for (const json& j : tree["joints"]) {
    JointSpec joint;
    joint.id = j["id"], joint.xyz = vector(j["xyz"]), joint.rpy = vector(j["rpy"]);
    if (!j["parent"].is_null()) joint.parent = j["parent"];
    const std::string kind = j["type"];
    joint.kind = kind == "revolute"    ? JointKind::revolute
                 : kind == "prismatic" ? JointKind::prismatic
                 : kind == "screw"     ? JointKind::screw
                                       : JointKind::fixed;
    joint.axis = vector(j["axis"]), joint.pitch = j["pitch"];
    joint.rest = j["rest"], joint.comfort = j["comfort"], joint.weight = j["weight"];
    if (!j["limits"].is_null()) joint.lower = j["limits"][0], joint.upper = j["limits"][1];
    if (j.contains("mimic"))
      joint.mimic = {j["mimic"]["joint"], j["mimic"]["multiplier"], j["mimic"]["offset"]};
    builder.joint(joint);
  }
  for (const json& e : tree["effectors"])
    builder.effector({e["id"], e["parent"], vector(e["xyz"]), vector(e["rpy"])});
  return builder.build();
}

Result<Solver> solverOf(const json& line, const std::vector<std::string>& words, StopRules& rules) {
  MethodOptions method(words.empty() ? "dls" : words[0]);
  for (size_t i = 1; i < words.size(); ++i) {
    const size_t at = words[i].find('=');
    const double value = at == std::string::npos ? NAN : std::strtod(&words[i][at + 1], nullptr);
    const std::string fault = method.set(words[i].substr(0, at), value);
    if (!fault.empty()) return Fault{fault};
  }
  std::vector<TargetSpec> targets;
  for (const json& e : line["robot"]["effectors"]) {
    if (e.contains("free") || e.contains("tolerance"))
      return Fault{"targets with words of their own"};
    targets.push_back({.effector = e["name"], .oriented = e["oriented"]});
    targets.back().orientationWeight = Length(e["orientationWeight"].get<double>());
  }
  const json &task = line["task"], &told = task["rules"];
  rules = {task["tolerance"],      task["orientationTolerance"],
           told["minImprovement"], told["maxRises"],
           told["maxUpdates"],     told["residual"].is_null() ? 0 : told["residual"].get<double>(),
           told["maxSlow"],        told["slowShare"]};
  Result<Model::Pointer> model = Model::make(treeOf(line["robot"]["tree"]), targets);
  if (!model) return Fault{model.reason()};
  const LimitPolicy limits = task["limits"] == "clamp"  ? LimitPolicy::clamp
                             : task["limits"] == "lock" ? LimitPolicy::lock
                                                        : LimitPolicy::ignore;
  Solver solver(model.value(), method, {.limits = limits});
  if (!solver.fault().empty()) return Fault{solver.fault()};
  return solver;
}

json answerTo(const json& problem, const Solver& solver, const StopRules& rules) try {
  std::vector<Goal> goals;
  for (const json& t : problem["targets"]) {
    Goal goal{.position = vector(t["position"])};
    if (t.contains("orientation")) {
      const json& q = t["orientation"];
      goal.orientation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
    }
    goals.push_back(goal);
  }
  const std::vector<double> from = problem["start"];
  const Vector start =
      Eigen::Map<const Vector>(from.data(), static_cast<Eigen::Index>(from.size()));
  const auto begun = std::chrono::steady_clock::now();
  const Result<Solution> found = solver.solve(start, goals, rules, {});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  if (!found) return {{"id", problem["id"]}, {"refuse", found.reason()}};
  const Solution& s = found.value();
  return {{"id", problem["id"]},
          {"q", std::vector<double>(s.theta.begin(), s.theta.end())},
          {"claim", s.reached() ? "solved" : "unsolved"},
          {"updates", s.updates},
          {"evaluations", s.evaluations},
          {"time", took.count()}};
} catch (const json::exception& error) {
  return {{"id", problem["id"]}, {"refuse", error.what()}};
}

int main(int count, char** words) {
  std::optional<Solver> solver;
  StopRules rules;
  for (std::string text; std::getline(std::cin, text);) {
    const json line = json::parse(text);
    if (line.contains("robot")) {
      Result<Solver> made = solverOf(line, {words + 1, words + count}, rules);
      json said{{"ready", bool(made)}, {"solver", "iklab"}, {"threads", 1}};
      if (made)
        solver.emplace(made.value());
      else
        said["reason"] = made.reason();
      std::cout << said << std::endl;
    } else if (line.contains("problems")) {
      json answers = json::array();
      for (const json& each : line["problems"]) answers.push_back(answerTo(each, *solver, rules));
      std::cout << json{{"answers", answers}} << std::endl;
    }
  }
}
