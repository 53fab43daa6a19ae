#include "iklab/analytic/closed_form.hpp"

#include "iklab/analytic/chain_solutions.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab {

using namespace detail;

Result<ClosedForm> ClosedForm::make(Model::Pointer model) {
  Result<AxisColumns<6>> six = axisChainOf<6>(*model);
  if (!six) return Fault{six.reason()};
  if (model->workingRank < 6)
    return Fault{concatenate({"the joints move the effector in ",
                              std::to_string(model->workingRank), " of 6 directions"})};
  const std::optional<ArmClass> arm = classOf(six.value().chain);
  if (!arm) return Fault{nearestMisses(six.value().chain)};
  return ClosedForm(std::move(model), six.value(), *arm);
}

int ClosedForm::solve(const Goal& goal, const Vector& start, std::span<Branch> out) const {
  Six from;
  for (size_t i = 0; i < 6; ++i) from[i] = start[six_.column[i]];
  ChainSolutions<6> found;
  solveSix(six_.chain, class_, {rotationOf(goal.orientation), load(goal.position)}, from, found);
  return placeSolutions(*model_, six_.column, found, start, out);
}

bool ClosedForm::refine(const Goal& goal, Vector& theta) const {
  const Frame6 wanted{rotationOf(goal.orientation), load(goal.position)};
  Six q;
  for (size_t i = 0; i < 6; ++i) q[i] = theta[six_.column[i]];
  double residual;
  const auto step = [&](Six& x, double& now) { return newtonStep(six_.chain, wanted, x, now); };
  if (!polish<6>(q, residual, kReachedResidual * std::max(1.0, six_.chain.length), step))
    return false;
  for (size_t i = 0; i < 6; ++i) theta[six_.column[i]] = q[i];
  return true;
}

std::vector<Branch> ClosedForm::branches() const { return emptyBranches(*model_); }

std::vector<Branch> ClosedForm::solutions(const Goal& goal, const Vector& start) const {
  std::vector<Branch> all = branches();
  all.resize(static_cast<size_t>(solve(goal, start, all)));
  return all;
}

}  // namespace iklab
