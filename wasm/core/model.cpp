#include "core/model.hpp"

#include <algorithm>
#include <cmath>

#include "math/joined.hpp"
#include "math/pivots.hpp"
#include "math/random.hpp"
#include "math/svd.hpp"

namespace iklab {
namespace {

constexpr double kRankCutoff = 1e-9;  // of sigma_1
constexpr int kLarge = 64;            // from here on eight decompositions take more than a frame

int rankOf(const Matrix& j, Svd& svd) {
  if (svd.count() > kLarge) {
    Matrix copy = j;
    if (const int rank = plainRank(pivots(copy), kRankCutoff); rank >= 0) return rank;
  }
  svd.compute(j);
  return svd.rankAbove(kRankCutoff * svd.largest());
}

// the largest numerical rank of J over seeded random poses
int findWorkingRank(const Tree& tree, const Task& task) {
  constexpr int kPoses = 8;
  Random random(1);
  Pose pose(tree);
  Jacobian jacobian(tree, task);
  Svd svd(task.rows(), tree.columns());
  Vector theta(tree.columns());
  int rank = 0;
  for (int p = 0; p < kPoses; ++p) {
    for (int c = 0; c < tree.columns(); ++c) {
      const Joint& j = tree.moving(c);
      const double reach = j.slides() ? 1 : EIGEN_PI;
      const bool limited = std::isfinite(j.lower) && std::isfinite(j.upper);
      theta[c] = limited ? random.uniform(j.lower, j.upper) : random.uniform(-reach, reach);
    }
    forwardKinematics(tree, theta, pose);
    jacobian.compute(pose);
    rank = std::max(rank, rankOf(jacobian.matrix(), svd));
    if (rank == svd.count()) break;  // no pose can have more
  }
  return rank;
}

// the reason why it is none, or empty
std::string_view add(const Tree& tree, const TargetSpec& target, Task& task) {
  const int effector = tree.effectorIndex(target.effector);
  if (effector < 0) return "there is no such effector";
  for (const TaskTarget& other : task.targets())
    if (other.effector == effector) return "the effector has two";
  if (!(target.orientationWeight > 0 && target.orientationWeight <= kMagnitude))
    return "its orientation weight must be above 0 and at most 1e15";
  if (target.tolerance && !(target.tolerance->position >= 0 && target.tolerance->rotation >= 0))
    return "its tolerances must not be below 0";
  task.add(effector, target.oriented, target.orientationWeight, target.tolerance);
  return {};
}

}  // namespace

Result<Model::Pointer> Model::make(Result<Tree> tree, const std::vector<TargetSpec>& targets) {
  if (!tree) return Fault{tree.reason()};
  if (targets.empty()) return Fault{"there is no target"};
  Task task;
  for (const TargetSpec& target : targets)
    if (const std::string_view fault = add(tree.value(), target, task); !fault.empty())
      return Fault{joined({"target on '", target.effector, "': ", fault})};
  return Pointer(std::make_shared<const Model>(tree.take(), std::move(task)));
}

Model::Model(Tree mechanism, Task asked)
    : tree(std::move(mechanism)),
      task(std::move(asked)),
      workingRank(std::max(1, findWorkingRank(tree, task))) {}

Model::Model(Tree mechanism, Task asked, int rank)
    : tree(std::move(mechanism)), task(std::move(asked)), workingRank(rank) {}

}  // namespace iklab
