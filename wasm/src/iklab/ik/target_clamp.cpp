#include "iklab/ik/target_clamp.hpp"

#include <algorithm>

namespace iklab {
namespace {

// How much closer the target came, as each variant measures it. `published` is the program behind
// the figures of the paper: it uses the distance lost, not gained, and reads the old distance at
// entries i to i + 2 of e instead of 3 i, so that it is correct for the first target only.
// `repaired` corrects the index.
double gained(ClampRule rule, int target, int row, const Vector& before, const Vector& after) {
  const double now = after.segment<3>(row).norm();
  if (rule == ClampRule::paper) return before.segment<3>(row).norm() - now;
  return now - before.segment<3>(rule == ClampRule::published ? target : row).norm();
}

}  // namespace

double TargetClamp::allowed(double adapted) const {
  if (mode == ClampMode::off) return kInfinity;
  return mode == ClampMode::adaptive ? adapted : distance;
}

void TargetClamp::apply(const Task& task, std::span<const double> adapted, Vector& e) const {
  if (mode == ClampMode::off) return;
  for (const Block& b : task.blocks()) {
    const double weight = task.targets()[b.target].orientationWeight;
    const double most = b.rotation ? weight * angle : allowed(adapted[b.target]);
    const double length = e.segment<3>(b.row).norm();
    if (length > most) e.segment<3>(b.row) *= most / length;
  }
}

void TargetClamp::adapt(const Task& task, const Vector& before, const Vector& after,
                        std::span<double> adapted) const {
  if (mode != ClampMode::adaptive) return;
  for (size_t i = 0; i < adapted.size(); ++i) {
    const int row = task.targets()[i].row;
    const double closer = gained(rule, static_cast<int>(i), row, before, after);
    adapted[i] = distance + std::max(0.0, closer);
  }
}

}  // namespace iklab
