#include "iklab/core/seed_table.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/core/kinematics.hpp"
#include "iklab/core/random_pose.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab {

using namespace detail;

namespace {

using Quaternion = std::array<double, 4>;  // w x y z

Quaternion toNumbers(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }

// Written out: Eigen's product depends on its packet sizes. Returns (0, u) q.
Quaternion product(const Eigen::Vector3d& u, const Quaternion& q) {
  return {-(u[0] * q[1] + u[1] * q[2] + u[2] * q[3]), q[0] * u[0] + (u[1] * q[3] - u[2] * q[2]),
          q[0] * u[1] + (u[2] * q[1] - u[0] * q[3]), q[0] * u[2] + (u[0] * q[2] - u[1] * q[1])};
}

double square(double x) { return x * x; }

}  // namespace

SeedTable::SeedTable(const Tree& tree, const Task& task, std::uint64_t seed)
    : columns_(static_cast<size_t>(tree.columns())), poses_(kRows * columns_) {
  for (const TaskTarget& target : task.targets()) {
    const auto found = std::find_if(effectors_.begin(), effectors_.end(), [&](const Poses& poses) {
      return poses.effector == target.effector;
    });
    tables_.push_back(static_cast<size_t>(found - effectors_.begin()));
    if (found == effectors_.end()) effectors_.push_back({target.effector, {}, {}});
  }
  std::vector<Span> spans;
  for (int c = 0; c < tree.columns(); ++c) spans.push_back(spanOfRotation(tree, c));
  Random random(seed);
  Vector theta(n());
  Pose pose(tree);
  for (size_t row = 0; row < kRows; ++row) {
    for (size_t c = 0; c < columns_; ++c)
      theta[static_cast<Eigen::Index>(c)] = random.uniform(spans[c].low, spans[c].high);
    std::copy_n(theta.data(), columns_, &poses_[row * columns_]);
    forwardKinematics(tree, theta, pose);
    for (Poses& of : effectors_) {
      const auto effector = static_cast<size_t>(of.effector);
      for (size_t k = 0; k < 3; ++k)
        of.position[k][row] = pose.tip[effector][static_cast<Eigen::Index>(k)];
      const Quaternion turn = toNumbers(Eigen::Quaterniond(pose.worldFromTip[effector]));
      for (size_t k = 0; k < 4; ++k) of.quaternion[k][row] = turn[k];
    }
  }
}

void SeedTable::measure(const Task& task, std::span<const Goal> goals,
                        std::span<double> distances) const {
  std::fill(distances.begin(), distances.end(), 0.0);
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& target = task.targets()[i];
    const Poses& of = effectors_[tables_[i]];
    const double *x = of.position[0].data(), *y = of.position[1].data(), *z = of.position[2].data();
    const Eigen::Vector3d p = goals[i].position;
    const bool partial = target.freedom.anyPosition();
    const Eigen::Matrix3d rows = positionRows(target.freedom, goals[i]);
    for (size_t r = 0; r < kRows && !partial; ++r)
      distances[r] += square(p[0] - x[r]) + square(p[1] - y[r]) + square(p[2] - z[r]);
    for (int k = 0; k < 3 && partial; ++k)
      for (size_t r = 0; r < kRows; ++r)
        distances[r] += square(rows(k, 0) * (p[0] - x[r]) + rows(k, 1) * (p[1] - y[r]) +
                               rows(k, 2) * (p[2] - z[r]));
    if (target.oriented) addRotations(target, goals[i], of, distances);
  }
}

// With r = q q_t* for a row's q: whole: 1 - r_w^2 = sin^2(x/2). A free rotation about u, which the
// goal keeps: 1 - r_w^2 - (r . u)^2. Only the rotation about f counts: (r . f)^2.
void SeedTable::addRotations(const TaskTarget& target, const Goal& goal, const Poses& poses,
                             std::span<double> distances) {
  const double *w = poses.quaternion[0].data(), *x = poses.quaternion[1].data(),
               *y = poses.quaternion[2].data(), *z = poses.quaternion[3].data();
  const auto squared = [&](const Quaternion& a, size_t r) {
    return square(a[0] * w[r] + a[1] * x[r] + a[2] * y[r] + a[3] * z[r]);
  };
  const double weight = 4 * square(target.orientationWeight);
  const Quaternion aim = toNumbers(goal.orientation);
  const TurnTask task = turnTask(target.freedom);
  if (task == TurnTask::whole) {
    for (size_t r = 0; r < kRows; ++r) distances[r] += weight * (1 - squared(aim, r));
    return;
  }
  const Quaternion about = product(directedAxis(target.freedom, goal), aim);
  if (task == TurnTask::component) {
    for (size_t r = 0; r < kRows; ++r) distances[r] += weight * squared(about, r);
    return;
  }
  const auto [sine, cosine] = sineCosine(target.freedom.cone);
  for (size_t r = 0; r < kRows; ++r) {
    double missing = 1 - squared(aim, r) - squared(about, r);
    if (task == TurnTask::cone) {
      const double c = 1 - 2 * missing;
      missing =
          c >= cosine ? 0 : 0.5 * (1 - c * cosine - std::sqrt(std::max(0.0, 1 - c * c)) * sine);
    }
    distances[r] += weight * missing;
  }
}

}  // namespace iklab
