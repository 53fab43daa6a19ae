#include "iklab/analytic/redundant_form.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/concatenate.hpp"
#include "iklab/math/random.hpp"
#include "iklab/math/svd.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kTriedValues[] = {0, 0.4, -0.9, 1.3, -1.8, 2.4, -2.9};  // Radians.
constexpr int kTriedPoses = 16;
// A joint counts if its part of the unit vector along the self-motion is this in half of the poses.
constexpr double kLeastComponent = 0.1;

// In how many of the tried poses each joint moves along the self-motion.
std::array<int, 7> movesWithTip(const SevenAxis& chain) {
  std::array<int, 7> count = {};
  Random random(1);
  Svd svd(6, 7);
  Matrix jacobian(6, 7);
  for (int pose = 0; pose < kTriedPoses; ++pose) {
    Seven q;
    for (double& each : q) each = random.uniform(-3.1, 3.1);
    const StepRows<7> rows(chain, {}, q);
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 7; ++k) jacobian(i, k) = rows.row[i][k];
    svd.compute(jacobian);
    for (int k = 0; k < 7; ++k) {
      double rest = 1;
      for (int i = 0; i < 6; ++i) rest -= svd.v(i)[k] * svd.v(i)[k];
      count[static_cast<size_t>(k)] += rest >= kLeastComponent * kLeastComponent;
    }
  }
  return count;
}

// Empty unless the chain without the joint has a closed form at all values tried.
std::optional<ArmClass> heldClass(const SevenAxis& chain, size_t held, double& idealised) {
  std::optional<ArmClass> first;
  idealised = 0;
  for (const double value : kTriedValues) {
    const std::optional<ArmClass> arm = classOf(heldChain(chain, held, value));
    if (!arm) return std::nullopt;
    if (!first) first = arm;
    idealised = std::max(idealised, arm->idealised);
  }
  return first;
}

}  // namespace

Result<RedundantForm> RedundantForm::make(Model::Pointer model) {
  const Result<AxisColumns<7>> seven = axisChainOf<7>(*model);
  if (!seven) return Fault{seven.reason()};
  if (model->workingRank < 6)
    return Fault{concatenate({"the joints move the effector in ",
                              std::to_string(model->workingRank), " of 6 directions"})};
  const SevenAxis& chain = seven.value().chain;
  RedundantForm form(std::move(model), seven.value());
  form.swivel_ = swivelArmOf(chain);
  if (form.swivel_) {
    form.text_ = "axes 1, 2, 3 meet; axes 5, 6, 7 meet";
    form.idealised_ = form.swivel_->idealised;
    return form;
  }
  const std::array<int, 7> moving = movesWithTip(chain);
  for (const size_t held : {6, 5, 4, 0, 1, 2, 3}) {
    if (2 * moving[held] < kTriedPoses) continue;
    const std::optional<ArmClass> arm = heldClass(chain, held, form.idealised_);
    if (!arm) continue;
    form.held_ = held;
    std::string axes = arm->text();  // Numbered without the held one.
    for (char& each : axes)
      if (each > '0' + static_cast<char>(held) && each <= '6') ++each;
    form.text_ = concatenate(
        {"joint \"", form.model_->tree.moving(*form.heldColumn()).id, "\" is held; ", axes});
    return form;
  }
  return Fault{nearestMisses(chain)};
}

std::optional<int> RedundantForm::heldColumn() const {
  if (swivel_) return std::nullopt;
  return seven_.column[held_];
}

Seven RedundantForm::anglesOf(const Vector& theta) const {
  Seven q;
  for (size_t i = 0; i < 7; ++i) q[i] = theta[seven_.column[i]];
  return q;
}

double RedundantForm::parameterOf(const Vector& theta) const {
  return swivel_ ? swivelOf(*swivel_, anglesOf(theta)) : theta[seven_.column[held_]];
}

void RedundantForm::solveHeld(const Frame6& goal, const Seven& start, double value,
                              ChainSolutions<7>& found) const {
  const SixAxis chain = heldChain(seven_.chain, held_, value);
  const std::optional<ArmClass> arm = classOf(chain);
  if (!arm) return;
  Six from;
  for (size_t i = 0; i < 6; ++i) from[i] = start[i < held_ ? i : i + 1];
  ChainSolutions<6> six;
  solveSix(chain, *arm, goal, from, six);
  for (const ChainSolution<6>& each : six.span()) {
    ChainSolution<7>& solution = found.list[static_cast<size_t>(found.count++)];
    for (size_t i = 0; i < 6; ++i) solution.q[i < held_ ? i : i + 1] = each.q[i];
    solution.q[held_] = value;
    solution.residual = each.residual, solution.family = each.family, solution.sides = each.sides;
  }
}

int RedundantForm::solve(const Goal& goal, const Vector& start, double parameter,
                         std::span<Branch> out) const {
  const Frame6 wanted{rotationOf(goal.orientation), load(goal.position)};
  const Seven from = anglesOf(start);
  ChainSolutions<7> found;
  if (swivel_)
    solveSwivel(*swivel_, wanted, from, parameter, found);
  else
    solveHeld(wanted, from, parameter, found);
  return placeSolutions(*model_, seven_.column, found, start, out);
}

std::vector<Branch> RedundantForm::solutions(const Goal& goal, const Vector& start,
                                             double parameter) const {
  std::vector<Branch> all = branches();
  all.resize(static_cast<size_t>(solve(goal, start, parameter, all)));
  return all;
}

}  // namespace iklab
