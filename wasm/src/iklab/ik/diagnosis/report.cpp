#include "iklab/ik/diagnosis/report.hpp"

#include <cmath>

#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"
#include "iklab/math/json.hpp"

// Optimised for size.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

constexpr size_t kNamed = 2;  // Largest number of joints named in a sentence.

std::string digits(double value, int count) { return decimal(roundToDigits(value, count)); }

std::string metres(double value) {
  if (value >= 1) return concatenate({digits(value, 3), " m"});
  return value >= 1e-3 ? concatenate({digits(1e3 * value, 3), " mm"})
                       : concatenate({digits(1e6 * value, 2), " µm"});
}

std::string degrees(double radians) {
  return concatenate({digits(radians * 180 / EIGEN_PI, radians < EIGEN_PI / 18 ? 2 : 3), "°"});
}

std::string formatCount(int count, const char* thing) {
  return concatenate({std::to_string(count), " ", thing, count == 1 ? "" : "s"});
}

std::string formatImprovement(double error, double before) {
  return concatenate({digits(100 * (1 - error / before), 2), " % closer"});
}

const char* limitName(bool upper) { return upper ? "upper" : "lower"; }

std::string describeLimits(const Diagnosis& d, const Tree& tree) {
  const std::vector<LimitingJoint>& joints = d.limiting;
  std::string text;
  const size_t named = joints.size() <= kNamed + 1 ? joints.size() : kNamed;
  for (size_t i = 0; i < named; ++i) {
    const LimitingJoint& each = joints[i];
    const Joint& j = tree.moving(each.column);
    const char* before = i == 0 ? "" : i + 1 < joints.size() ? ", " : " and ";
    text += concatenate({before, j.id, i == 0 ? " would have to move " : " ",
                         j.slides() ? metres(each.beyond) : degrees(each.beyond), " beyond its ",
                         limitName(each.upper), " limit"});
  }
  if (named < joints.size())
    text +=
        concatenate({" and ", std::to_string(joints.size() - named), " more joints beyond theirs"});
  if (d.released.updates > 0 && !d.released.reached)
    text += concatenate({" to come ", formatImprovement(d.released.error, d.error)});
  return text;
}

// "reaches the target in 12 updates", "comes 34 % closer in 400 updates".
std::string outcome(bool reached, int updates, double error, double before) {
  const std::string count = formatCount(updates, "update");
  if (reached) return concatenate({"reaches the target in ", count});
  return concatenate({"comes ", formatImprovement(error, before), " in ", count});
}

const char* describeChange(Cause cause) {
  switch (cause) {
    case Cause::stepLimit:
      return "without its step limit";
    case Cause::targetClamp:
      return "without its target clamp";
    case Cause::jointWeights:
      return "with equal joint weights";
    case Cause::secondaryGoal:
      return "without its secondary goal";
    case Cause::priority:
      return "without priorities";
    default:
      return nullptr;  // No change except more updates.
  }
}

std::string describeBestExperiment(const Experiment& best, double before) {
  const bool named = best.key != kNoKey;
  if (!named && !describeChange(best.cause)) {
    const std::string more = formatCount(best.updates, "more update");
    if (best.reached)
      return concatenate({more, best.updates == 1 ? " reaches" : " reach", " the target"});
    return concatenate({more, best.updates == 1 ? " brings" : " bring", " it ",
                        formatImprovement(best.error, before)});
  }
  const std::string change = named ? concatenate({"with ", best.key, " ", digits(best.value, 2)})
                                   : describeChange(best.cause);
  return concatenate({change, " it ", outcome(best.reached, best.updates, best.error, before)});
}

std::string describeFindings(const Diagnosis& d, const Solver& solver) {
  switch (d.cause) {
    case Cause::none:
      return {};
    case Cause::undiagnosed:
      return d.obstacle;
    case Cause::outOfReach:
      return concatenate({"at least ", metres(d.shortfall), " too far in every pose"});
    case Cause::jointLimits:
      return describeLimits(d, solver.model().tree);
    case Cause::singularPose:
      return "no small motion of a joint brings it closer in this pose; from a pose 5° away it "
             "gets "
             "closer";
    case Cause::localMinimum:
      return concatenate({"from this pose it comes less than 10 % closer; ",
                          std::to_string(d.reached), " of ", formatCount(d.restarts, "other start"),
                          d.reached == 1 ? " reaches" : " reach", " the target"});
    case Cause::noPoseFound:
      return concatenate(
          {"none of ", formatCount(d.restarts, "other start"), " reaches the target"});
    case Cause::breakdown:
      return "its equations have no solution in this pose";
    case Cause::method:
      return concatenate(
          {"Levenberg-Marquardt ",
           outcome(d.within.reached, d.within.updates, d.within.error, d.error),
           " from this pose; this method does not, nor with any change that was tried"});
    default:
      return d.helped.empty() ? std::string() : describeBestExperiment(d.helped.front(), d.error);
  }
}

std::string describeRemainingError(const Diagnosis& d) {
  std::string text;
  if (!d.placed) text = concatenate({metres(d.distance), " short"});
  if (!d.turned)
    text += concatenate({d.placed ? "turned " : ", turned ", degrees(d.angle), " off"});
  return text;
}

}  // namespace

std::string reasonOf(const Diagnosis& d, const Solver& solver) {
  if (d.cause == Cause::none) return "reached";
  const std::string why = describeFindings(d, solver), rest = describeRemainingError(d);
  const char* first = why.empty() && rest.empty() ? "" : ": ";
  return concatenate({word(d.cause), first, why, why.empty() || rest.empty() ? "" : ", ", rest});
}

std::string jsonOf(const Diagnosis& d, const Solver& solver) {
  const Tree& tree = solver.model().tree;
  JsonWriter to;
  const auto end = [&](const auto& e) {
    to.number("error", e.error);
    to.number("updates", e.updates);
    to.boolean("reached", e.reached);
    to.close('}');
  };
  const auto joint = [&](int column, bool upper, const char* name, double value) {
    to.open('{');
    to.string("joint", tree.moving(column).id);
    to.string("limit", limitName(upper));
    to.number(name, value);
    to.close('}');
  };
  to.open('{');
  to.string("cause", word(d.cause));
  to.string("reason", reasonOf(d, solver));
  to.number("error", d.error);
  to.number("distance", d.distance);
  to.number("angle", d.angle);
  to.number("shortfall", d.shortfall);
  to.number("best", d.best);
  to.number("restarts", d.restarts);
  to.number("reached", d.reached);
  to.key("pushed");
  to.open('[');
  for (const PushedJoint& each : d.pushed) joint(each.column, each.upper, "share", each.share);
  to.close(']');
  to.key("limiting");
  to.open('[');
  for (const LimitingJoint& each : d.limiting)
    joint(each.column, each.upper, "beyond", each.beyond);
  to.close(']');
  to.key("within");
  to.open('{');
  end(d.within);
  to.key("released");
  to.open('{');
  end(d.released);
  to.key("helped");
  to.open('[');
  for (const Experiment& each : d.helped) {
    to.open('{');
    to.string("cause", word(each.cause));
    to.string("key", each.key);
    to.number("value", each.value);
    end(each);
  }
  to.close(']');
  to.close('}');
  return to.text();
}

std::string explain(const Solver& solver, const Vector& theta, std::span<const Goal> goals,
                    const StopRules& rules, Stop stop, const Interrupt& interrupt,
                    const DiagnosisBudget& budget) {
  const Result<Diagnosis> found = diagnose(solver, theta, goals, rules, stop, budget, interrupt);
  return jsonOf(
      found ? found.value() : Diagnosis{.placed = true, .turned = true, .obstacle = found.reason()},
      solver);
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
