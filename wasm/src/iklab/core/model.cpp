#include "iklab/core/model.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/core/reach.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"
#include "iklab/math/pivots.hpp"
#include "iklab/math/random.hpp"
#include "iklab/math/svd.hpp"
#include "iklab/math/trigonometry.hpp"

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

constexpr double kRankCutoff = 1e-9;  // Relative to sigma_1.
constexpr int kLargeColumns = 64;     // Above this, eight decompositions take longer than a frame.

int rankOf(const Matrix& j, Svd& svd) {
  if (svd.count() > kLargeColumns) {
    Matrix copy = j;
    if (const int rank = plainRank(pivots(copy), kRankCutoff); rank >= 0) return rank;
  }
  svd.compute(j);
  return svd.rankAbove(kRankCutoff * svd.largest());
}

// Sets each goal to the pose of its effector. active: rotates the goals with cones, so that the
// effectors are outside of the cones.
void makeRankGoals(const Task& task, const Pose& pose, bool active, Random& random,
                   std::vector<Goal>& goals) {
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    const Eigen::Matrix3d& tip = pose.worldFromTip[t.effector];
    goals[i] = {pose.tip[t.effector], Eigen::Quaterniond(tip)};
    if (!active || turnTask(t.freedom) != TurnTask::cone) continue;
    const Eigen::Vector3d axis = tip * t.freedom.axis.normalized();
    const Eigen::Vector3d any(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const double half = 0.25 * (t.freedom.cone + EIGEN_PI);
    const auto [sine, cosine] = sineCosine(half);
    const Eigen::Vector3d across = sine * axis.cross(any).normalized();
    goals[i].orientation =
        Eigen::Quaterniond(cosine, across.x(), across.y(), across.z()) * goals[i].orientation;
  }
}

int findWorkingRank(const Tree& tree, const Task& task, bool active) {
  constexpr int kPoses = 8;
  Random random(1), turns(2);
  Pose pose(tree);
  Jacobian jacobian(tree, task);
  Svd svd(task.rows(), tree.columns());
  Vector theta(tree.columns());
  std::vector<Goal> goals(task.targets().size());
  int rank = 0;
  for (int p = 0; p < kPoses; ++p) {
    for (int c = 0; c < tree.columns(); ++c) {
      const Joint& j = tree.moving(c);
      const double reach = j.slides() ? 1 : EIGEN_PI;
      const bool limited = std::isfinite(j.lower) && std::isfinite(j.upper);
      theta[c] = limited ? random.uniform(j.lower, j.upper) : random.uniform(-reach, reach);
    }
    forwardKinematics(tree, theta, pose);
    if (task.partial()) makeRankGoals(task, pose, active, turns, goals);
    jacobian.compute(pose, goals);
    rank = std::max(rank, rankOf(jacobian.matrix(), svd));
    if (rank == svd.count()) break;  // No pose can have more.
  }
  return std::max(1, rank);
}

// Adds a target to the task. Returns the fault; empty if there is none.
std::string_view add(const Tree& tree, const TargetSpec& target, double fitting, Task& task) {
  const int effector = tree.effectorIndex(target.effector);
  if (effector < 0) return "there is no such effector";
  const double weight =
      target.orientationWeight.fits() ? fitting : double(target.orientationWeight);
  if (!(weight > 0 && weight <= kMagnitude))
    return "its orientation weight must be above 0 and at most 1e15";
  if (target.tolerance && !(target.tolerance->position >= 0 && target.tolerance->rotation >= 0))
    return "its tolerances must not be below 0";
  if (const auto fault = faultOf(target.freedom, target.oriented); !fault.empty()) return fault;
  task.add(effector, target.oriented, weight, target.tolerance, target.freedom);
  return {};
}

double fittingWeight(const Tree& tree, const std::vector<TargetSpec>& targets) {
  std::vector<int> effectors;
  for (const TargetSpec& target : targets)
    if (const int at = tree.effectorIndex(target.effector); at >= 0) effectors.push_back(at);
  const double stretch = stretchOf(tree, effectors);
  return stretch > 0 ? roundToDigits(stretch / 3, 2) : 1;
}

double stretchOf(const Tree& tree, const Task& task) {
  std::vector<int> effectors;
  for (const TaskTarget& target : task.targets()) effectors.push_back(target.effector);
  return stretchOf(tree, effectors);
}

}  // namespace

Result<Model::Pointer> Model::make(Result<Tree> tree, const std::vector<TargetSpec>& targets) {
  if (!tree) return Fault{tree.reason()};
  if (targets.empty()) return Fault{"there is no target"};
  Task task;
  const double weight = fittingWeight(tree.value(), targets);
  for (const TargetSpec& target : targets)
    if (const std::string_view fault = add(tree.value(), target, weight, task); !fault.empty())
      return Fault{concatenate({"target on '", target.effector, "': ", fault})};
  return Pointer(std::make_shared<const Model>(tree.take(), std::move(task)));
}

Model::Model(Tree mechanism, Task asked)
    : tree(std::move(mechanism)),
      task(std::move(asked)),
      stretch(stretchOf(tree, task)),
      workingRank(findWorkingRank(tree, task, true)),
      idleRank(task.partial() ? findWorkingRank(tree, task, false) : workingRank) {}

Model::Model(Tree mechanism, Task asked, int rank)
    : tree(std::move(mechanism)),
      task(std::move(asked)),
      stretch(stretchOf(tree, task)),
      workingRank(rank),
      idleRank(rank) {}

Model::~Model() { delete seeds_.load(); }

// Without a lock: if threads make the table at the same time, all use the first one.
const SeedTable& Model::seeds() const {
  if (const SeedTable* known = seeds_.load(std::memory_order_acquire)) return *known;
  auto made = std::make_unique<const SeedTable>(tree, task);
  const SeedTable* first = nullptr;
  if (!seeds_.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) return *first;
  return *made.release();
}

std::vector<std::string> Model::jointNames() const {
  std::vector<std::string> names;
  for (int c = 0; c < columns(); ++c) names.push_back(tree.moving(c).id);
  return names;
}

std::optional<int> Model::index(std::string_view joint) const {
  for (int c = 0; c < columns(); ++c)
    if (tree.moving(c).id == joint) return c;
  return {};
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
