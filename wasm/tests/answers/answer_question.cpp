// Answers a question of web/setup/compareAnswers.mjs as a user's C++ program does. Reads it from
// standard input as words: the robot, its start, the target, the methods, then what is asked. Prints
// one row per line: method, stop, updates, then joint values.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iklab/batch.hpp>
#include <iklab/follower.hpp>
#include <iklab/solver.hpp>
#include <iklab/urdf.hpp>
#include <iostream>
#include <iterator>
#include <numbers>

using namespace iklab;

namespace {

template <class T>
T read() {
  T value{};
  if (!(std::cin >> value)) throw std::runtime_error("a word is missing");
  return value;
}

double number() { return std::stod(read<std::string>()); }

Eigen::Vector3d three() {
  const double x = number(), y = number(), z = number();
  return {x, y, z};
}

// "-" has no parent.
std::string parent() {
  const std::string word = read<std::string>();
  return word == "-" ? "" : word;
}

template <class T>
T valueOf(Result<T> result) {
  if (!result) throw std::runtime_error(result.reason());
  return result.take();
}

void refuse(const std::string& fault) {
  if (!fault.empty()) throw std::runtime_error(fault);
}

struct Question {
  std::optional<Tree> tree;
  Vector start;
  TargetSpec target;
  Goal goal;

  Model::Pointer model() const { return valueOf(Model::make(Tree(*tree), {target})); }
  LabSpec spec(const StopRules& rules) const {
    LabSpec spec;
    const Model::Pointer shared = model();
    const TaskTarget& made = shared->task.targets()[0];
    spec.targets.push_back({.effector = made.effector,
                            .oriented = target.oriented,
                            .orientationWeight = made.orientationWeight,
                            .base = goal,
                            .motion = {}});
    spec.start = start;
    spec.run = {.mode = RunMode::converge, .limitPolicy = LimitPolicy::clamp, .rules = rules};
    return spec;
  }
};

Tree joints() {
  TreeBuilder builder;
  for (int left = read<int>(); left > 0; --left) {
    JointSpec joint{.id = read<std::string>(), .parent = parent()};
    joint.kind = static_cast<JointKind>(read<int>());
    joint.xyz = three(), joint.rpy = three(), joint.axis = three();
    joint.lower = number(), joint.upper = number();
    builder.joint(joint);
  }
  EffectorSpec tip{.id = read<std::string>(), .parent = parent()};
  tip.xyz = three(), tip.rpy = three();
  builder.effector(tip);
  return valueOf(builder.build());
}

Question question() {
  Question asked;
  if (read<std::string>() == "urdf") {
    std::ifstream file(read<std::string>(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const urdf::Reading robot = urdf::parse(text);
    if (!robot) throw std::runtime_error(robot.reason());
    asked.tree = robot.value().tree;
    asked.start = robot.value().start();
  } else {
    asked.tree = joints();
    asked.start = Vector(asked.tree->columns());
    for (double& value : asked.start) value = number();
  }
  asked.target.effector = asked.tree->effectors()[0].id;
  asked.target.oriented = read<int>();
  asked.goal.position = three();
  const double x = number(), y = number(), z = number(), w = number();
  asked.goal.orientation = Eigen::Quaterniond(w, x, y, z).normalized();
  return asked;
}

void print(const std::string& method, Stop stop, int updates, std::span<const double> q) {
  std::printf("%s %s %d", method.c_str(), word(stop), updates);
  for (const double value : q) std::printf(" %.17g", value);
  std::printf("\n");
}

void print(const std::string& method, const Solution& found) {
  print(method, found.stop, found.updates,
        {found.theta.data(), static_cast<size_t>(found.theta.size())});
}

// The rules of a document of version 2: only the update limit ends a run early.
StopRules documentRules(int maxUpdates) {
  return {.minImprovement = 0, .maxRises = 1000000, .maxUpdates = maxUpdates};
}

void solveMany(const Question& asked, const std::string& method, int count, int maxUpdates) {
  BatchRow settings{};
  settings[kBatchSampling] = static_cast<double>(Sampling::reachable);
  settings[kBatchStart] = static_cast<double>(StartKind::random);
  settings[kBatchSeed] = settings[kBatchNx] = settings[kBatchNy] = 1;
  const auto batch =
      valueOf(Batch::open(Tree(*asked.tree), asked.spec(documentRules(maxUpdates)), settings));
  refuse(batch->setMethod(MethodOptions(method)));
  refuse(batch->solve(0, count));
  const size_t n = batch->start().size();
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const double* row = &batch->rows()[i * kBatchStride];
    print(method, static_cast<Stop>(static_cast<int>(row[kBatchStop])),
          static_cast<int>(row[kBatchUpdates]), batch->poses().subspan(i * n, n));
  }
}

// A circle about the effector at the start, in the plane of world x and y.
std::vector<Goal> circle(const Question& asked, int points, double radius) {
  Pose pose(*asked.tree);
  forwardKinematics(*asked.tree, asked.start, pose);
  std::vector<Goal> goals;
  for (int k = 0; k < points; ++k) {
    const double angle = 2 * std::numbers::pi * k / points;
    const Eigen::Vector3d around(radius * std::cos(angle), radius * std::sin(angle), 0);
    goals.push_back({pose.tip[0] + around, Eigen::Quaterniond(pose.worldFromTip[0])});
  }
  return goals;
}

void follow(const Question& asked, const std::string& method, int points, int updates, int rounds,
            double radius) {
  const std::vector<Goal> goals = circle(asked, points, radius);
  const Solver sharp(asked.model(), MethodOptions("levenberg-marquardt"));
  const StopRules first{.tolerance = 1e-9,
                        .orientationTolerance = 1e-9,
                        .minImprovement = 0,
                        .maxRises = 1000000,
                        .maxUpdates = 200,
                        .maxSlow = 20};
  const Solution begun = valueOf(sharp.solve(asked.start, {&goals[0], 1}, first, {}));
  const auto follower = valueOf(Follower::open(Tree(*asked.tree), asked.spec({})));
  refuse(follower->setMethod(MethodOptions(method)));
  refuse(follower->resize(points));
  for (size_t k = 0; k < goals.size(); ++k) {
    double* to = &follower->goals()[k * kTargetStride];
    std::copy_n(goals[k].position.data(), 3, to);
    std::copy_n(goals[k].orientation.coeffs().data(), 4, to + 3);
  }
  std::copy_n(begun.theta.data(), begun.theta.size(), follower->start().data());
  refuse(follower->begin(updates, rounds));
  while (!follower->advance(points)) continue;
  const size_t n = follower->start().size();
  for (size_t k = 0; k < goals.size(); ++k)
    print(method, Stop::none,
          static_cast<int>(follower->rows()[k * kFollowStride + kFollowUpdates]),
          follower->poses().subspan(k * n, n));
}

void answer() {
  const Question asked = question();
  std::vector<std::string> methods(read<size_t>());
  for (std::string& method : methods) method = read<std::string>();
  const std::string kind = read<std::string>();
  const std::vector<double> numbers = [] {
    std::vector<double> all;
    for (double each; std::cin >> each;) all.push_back(each);
    return all;
  }();
  const auto whole = [&](size_t i) { return static_cast<int>(numbers.at(i)); };
  for (const std::string& method : methods) {
    const Solver solver(asked.model(), MethodOptions(method));
    if (kind == "default") print(method, valueOf(solver.solve({&asked.goal, 1})));
    if (kind == "document")
      print(method,
            valueOf(solver.solve(asked.start, {&asked.goal, 1}, documentRules(whole(0)), {})));
    if (kind == "problems") solveMany(asked, method, whole(0), whole(1));
    if (kind == "path") follow(asked, method, whole(0), whole(1), whole(2), numbers.at(3));
  }
}

}  // namespace

int main() {
  try {
    answer();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
