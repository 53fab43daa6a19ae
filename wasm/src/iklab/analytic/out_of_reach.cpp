#include "iklab/analytic/out_of_reach.hpp"

#include <cmath>
#include <cstdio>

#include "iklab/analytic/closed_reach.hpp"
#include "iklab/analytic/planar_boxes.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

using namespace detail;

namespace {

// Three digits, rounded down: a lower bound remains one.
std::string boundText(double value) {
  double unit = 1;
  while (value >= 1000 * unit) unit *= 10;
  while (value < 100 * unit) unit /= 10;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", std::floor(value / unit) * unit);
  return text;
}

std::string lengthText(double metres) {
  if (!(metres > 0)) return "0 mm";
  return metres < 1 ? boundText(1000 * metres) + " mm" : boundText(metres) + " m";
}

std::string angleText(double radians) {
  return radians > 0 ? boundText(57.29577951308232 * radians) + "°" : "0°";
}

}  // namespace

std::string OutOfReach::text() const {
  const std::string amount = isAngle() ? angleText(missing) : lengthText(missing);
  const std::string pair =
      links[0] > 0
          ? concatenate({"links ", std::to_string(links[0]), " and ", std::to_string(links[1])})
          : std::string();
  switch (cause) {
    case Cause::tooFar:
      return pair.empty() ? amount + " beyond the stretched arm"
                          : concatenate({amount, " beyond what ", pair, " can span"});
    case Cause::tooNear:
      return pair.empty() ? amount + " nearer to the base than the arm can fold"
                          : concatenate({amount, " nearer than ", pair, " can fold"});
    case Cause::offPlane:
      return amount + " beside the plane in which the arm moves";
    case Cause::tilted:
      return amount + " tilted against the plane in which the arm moves";
    case Cause::besideAxis:
      return concatenate({amount, " too near to axis ", std::to_string(axis)});
    case Cause::rotation:
      return concatenate({amount, " from all orientations that the arm has",
                          needsLimits ? " within its joint limits" : " there"});
    case Cause::position:
      break;
  }
  return concatenate({amount, " from all positions that the arm reaches",
                      needsLimits ? " within its joint limits" : " in this orientation"});
}

std::optional<OutOfReach> certifyOutOfReach(const Model& model, int target, const Goal& goal,
                                            const OutOfReachOptions& options) {
  const TaskTarget& task = model.task.targets()[static_cast<size_t>(target)];
  if (task.freedom.anyPosition()) return {};
  GoalBall ball{{rotationOf(goal.orientation), load(goal.position)},
                task.oriented && !task.freedom.anyTurn(),
                options.position,
                options.rotation};
  const ZeroChain free = zeroChainOf(model.tree, task.effector, false);
  if (auto found = outsideShell(free, ball)) return found;
  std::optional<ZeroChain> held;
  if (options.withinLimits) {
    held = zeroChainOf(model.tree, task.effector, true);
    if (auto found = outsideShell(*held, ball)) {
      found->needsLimits = true;
      return found;
    }
  }
  if (ball.oriented && model.task.targets().size() == 1)
    if (const Result<AxisColumns<6>> six = axisChainOf<6>(model))
      if (const std::optional<ArmClass> arm = classOf(six.value().chain))
        if (auto found = outsideClosedForm(six.value().chain, *arm, ball)) return found;
  if (held) return outsideBoxes(*held, ball, options);
  return {};
}

}  // namespace iklab
