#include "ik/target_clamp.hpp"

#include <algorithm>

namespace iklab {

TargetClamp::TargetClamp(const Model& model)
    : model_(model), allowed_(model.task.targets().size(), kInfinity) {}

void TargetClamp::release() { std::fill(allowed_.begin(), allowed_.end(), kInfinity); }

void TargetClamp::restore(const double* allowed) {
  std::copy_n(allowed, allowed_.size(), allowed_.begin());
}

double TargetClamp::allowed(const double* panel, int target) const {
  const auto mode = static_cast<ClampMode>(static_cast<int>(panel[kClampMode]));
  if (mode == ClampMode::off) return kInfinity;
  return mode == ClampMode::adaptive ? allowed_[target] : panel[kClampDistance];
}

void TargetClamp::apply(const double* panel, Vector& e) const {
  if (static_cast<int>(panel[kClampMode]) == static_cast<int>(ClampMode::off)) return;
  for (const Block& b : model_.task.blocks()) {
    const double weight = model_.task.targets()[b.target].orientationWeight;
    const double most = b.rotation ? weight * panel[kClampAngle] : allowed(panel, b.target);
    const double length = e.segment<3>(b.row).norm();
    if (length > most) e.segment<3>(b.row) *= most / length;
  }
}

// How far the target came closer, as each variant measures it. `published` is the program behind
// the figures: the distance lost, not gained, and the old distance read at entries i to i + 2 of e
// where 3 i is meant, so that it is right for the first target only. `repaired` mends the index.
double TargetClamp::gained(ClampRule rule, int target, const Vector& before,
                           const Vector& after) const {
  const int row = model_.task.targets()[target].row;
  const double now = after.segment<3>(row).norm();
  if (rule == ClampRule::paper) return before.segment<3>(row).norm() - now;
  return now - before.segment<3>(rule == ClampRule::published ? target : row).norm();
}

void TargetClamp::adapt(const double* panel, const Vector& before, const Vector& after) {
  if (static_cast<int>(panel[kClampMode]) != static_cast<int>(ClampMode::adaptive)) return;
  const auto rule = static_cast<ClampRule>(static_cast<int>(panel[kClampRule]));
  for (size_t i = 0; i < allowed_.size(); ++i)
    allowed_[i] =
        panel[kClampDistance] + std::max(0.0, gained(rule, static_cast<int>(i), before, after));
}

}  // namespace iklab
