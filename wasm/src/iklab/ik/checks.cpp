// Validates all numbers from outside before anything is computed with them.
#include "iklab/ik/checks.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/ik/solver.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kStartSlack = 1e-12;  // Radians or metres: allows for rounding.
constexpr double kUnitSlack = 1e-3;    // Relative deviation from the unit length of a quaternion.

// Fault of a value outside min to max; empty if it is inside. above: min itself is not allowed.
std::string range(const std::string& field, double value, double min, double max,
                  bool above = false) {
  if (value >= min && value <= max && !(above && value == min)) return {};
  return concatenate({field, " must be ", above ? "above " : "from ", decimal(min),
                      above ? " and at most " : " to ", decimal(max), "; got ", decimal(value)});
}

template <class Enum, class Words>
std::string choice(const std::string& field, Enum value, const Words& words) {
  return range(field, static_cast<int>(value), 0, static_cast<double>(words.size() - 1));
}

std::string limit(const std::string& field, double value) {
  return value == kInfinity ? std::string() : range(field, value, 0, kMagnitude, true);
}

std::string first(std::initializer_list<std::string> faults) {
  for (const std::string& fault : faults)
    if (!fault.empty()) return fault;
  return {};
}

bool whole(Scale scale) {
  return scale == Scale::integer || scale == Scale::even || scale == Scale::toggle ||
         scale == Scale::choice;
}

std::string faultOf(const Param& param, double value) {
  const std::string fault = whole(param.scale) ? wholeFault(param.key, value, param.min, param.max)
                                               : range(param.key, value, param.min, param.max);
  if (!fault.empty()) return fault;
  if (param.scale == Scale::even && std::fmod(value, 2) != 0)
    return concatenate({param.key, " must be even; got ", decimal(value)});
  return {};
}

std::string stageFault(const std::string& key, const MethodOptions& stage) {
  if (!(stage.entry().traits & kStage))
    return concatenate({key, " must be a method that may be a stage; got ", stage.entry().id});
  const std::string fault = stage.fault();
  return fault.empty() ? fault : concatenate({key, ".", fault});
}

}  // namespace

std::string MethodOptions::fault() const {
  if (!entry_->make)
    return *entry_->fault ? entry_->fault : concatenate({"there is no method '", entry_->id, "'"});
  const auto counted = [&](const char* what, size_t wanted, size_t had) {
    return concatenate(
        {entry_->id, " takes ", std::to_string(wanted), what, "; got ", std::to_string(had)});
  };
  const std::span<const Param> params = entry_->params;
  if (numbers_.size() != params.size()) return counted(" numbers", params.size(), numbers_.size());
  const size_t stages = static_cast<size_t>(std::count_if(
      params.begin(), params.end(), [](const Param& each) { return each.scale == Scale::method; }));
  if (stages_.size() != stages) return counted(" stages", stages, stages_.size());
  auto stage = stages_.begin();
  for (size_t i = 0; i < params.size(); ++i) {
    const bool nested = params[i].scale == Scale::method;
    std::string fault =
        nested ? stageFault(params[i].key, *stage++) : faultOf(params[i], numbers_[i]);
    if (!fault.empty()) return fault;
  }
  return {};
}

std::string faultOf(const Settings& s) {
  return first({
      choice("limits", s.limits, kLimitPolicies),
      choice("clamp.mode", s.clamp.mode, kClampModes),
      choice("clamp.rule", s.clamp.rule, kClampRules),
      range("clamp.distance", s.clamp.distance, 0, kMagnitude, s.clamp.mode != ClampMode::off),
      range("clamp.angle", s.clamp.angle, 0, kMagnitude, true),
      range("gain", s.gain, 0, kMagnitude, true),
      limit("maxStep", s.maxStep.value_or(kInfinity)),
      limit("maxSlide", s.maxSlide),
      choice("secondary.kind", s.secondary.kind, kSecondaryKinds),
      range("secondary.gain", s.secondary.gain, 0, kMagnitude),
      range("secondary.radius", s.secondary.radius, 0, kMagnitude),
      range("secondary.centre[0]", s.secondary.centre.x(), -kMagnitude, kMagnitude),
      range("secondary.centre[1]", s.secondary.centre.y(), -kMagnitude, kMagnitude),
      range("secondary.centre[2]", s.secondary.centre.z(), -kMagnitude, kMagnitude),
  });
}

std::string faultOf(const StopRules& rules) {
  return first({
      range("tolerance", rules.tolerance, 0, kMagnitude),
      range("orientationTolerance", rules.orientationTolerance, 0, kMagnitude),
      range("minImprovement", rules.minImprovement, 0, kMagnitude),
      range("maxRises", rules.maxRises, 1, kMostCounted),
      range("maxUpdates", rules.maxUpdates, 1, kMostCounted),
      range("residual", rules.residual, 0, kMagnitude),
      range("maxSlow", rules.maxSlow, 0, kMostCounted),
      range("slowShare", rules.slowShare, 0, 1),
  });
}

std::string faultOf(const Restarts& restarts) {
  return first({
      range("restarts.most", restarts.most, 0, kMostRestarts),
      range("restarts.every", restarts.every, 0, kMostCounted),
      range("restarts.maxSlow", restarts.maxSlow, 0, kMostCounted),
      choice("restarts.outside", restarts.outside, kOutsides),
      choice("restarts.from", restarts.from.value_or(RestartPose::random), kRestartPoses),
  });
}

std::string faultOf(const Model& model, const Vector& start, LimitPolicy limits) {
  if (start.size() != model.columns())
    return concatenate({"start must have ", std::to_string(model.columns()), " values; got ",
                        std::to_string(start.size())});
  for (int c = 0; c < start.size(); ++c) {
    const Joint& j = model.tree.moving(c);
    const std::string field = concatenate({"start[", std::to_string(c), "]"});
    if (!(std::abs(start[c]) <= kMagnitude)) return range(field, start[c], -kMagnitude, kMagnitude);
    if (limits == LimitPolicy::ignore) continue;
    if (start[c] < j.lower - kStartSlack || start[c] > j.upper + kStartSlack)
      return range(concatenate({"start: joint '", j.id, "'"}), start[c], j.lower, j.upper);
  }
  if (!(model.tree.farthestFollower(start) <= kMagnitude))
    return "start: a joint that follows another is beyond 1e15";
  return {};
}

std::string faultOf(const Model& model, std::span<const Goal> goals) {
  const size_t wanted = model.task.targets().size();
  if (goals.size() != wanted)
    return concatenate({"goals must be ", std::to_string(wanted), ", one per target; got ",
                        std::to_string(goals.size())});
  for (size_t i = 0; i < wanted; ++i) {
    const std::string field = concatenate({"goals[", std::to_string(i), "]"});
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(goals[i].position[k]) <= kMagnitude))
        return range(concatenate({field, ".position[", std::to_string(k), "]"}),
                     goals[i].position[k], -kMagnitude, kMagnitude);
    const double length = goals[i].orientation.norm();
    if (!(std::abs(length - 1) <= kUnitSlack))
      return concatenate({field, ".orientation must have length 1; got ", decimal(length)});
  }
  return {};
}

std::string rangeFault(const std::string& field, double value, double min, double max) {
  return range(field, value, min, max);
}

std::string wholeFault(const std::string& field, double value, double min, double max) {
  std::string fault = range(field, value, min, max);
  if (fault.empty() && value != std::floor(value))
    fault = concatenate({field, " must be a whole number; got ", decimal(value)});
  return fault;
}

}  // namespace iklab
