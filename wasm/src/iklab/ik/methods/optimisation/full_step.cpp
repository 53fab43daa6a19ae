#include "iklab/ik/methods/optimisation/full_step.hpp"

namespace iklab {

void applyFullStep(const Vector& whole, const Vector* pull, LineSearch& search, const Model& model,
                   const Problem& problem, Report& report) {
  report.alpha = 1;
  if (pull) {
    search.begin(problem);
    report.alpha = search.backtrack(problem, whole, -problem.gain * pull->dot(whole));
  }
  report.step = report.alpha * whole;
  if (report.alpha == 0) giveUp(model, problem, report);
}

}  // namespace iklab
