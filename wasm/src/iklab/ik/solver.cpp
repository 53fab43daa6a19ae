#include "iklab/ik/solver.hpp"

#include "iklab/ik/fitted.hpp"

namespace iklab {

Solver::Solver(std::shared_ptr<const Model> model, MethodOptions method, Settings settings)
    : model_(std::move(model)),
      method_(fitLengths(*model_, std::move(method))),
      settings_(std::move(settings)),
      fault_(method_.fault()) {
  if (fault_.empty()) fault_ = faultOf(settings_);
  if (fault_.empty() && method_.entry().refuses) fault_ = method_.entry().refuses(*model_, method_);
}

void Solver::update(Memory& memory, std::span<const Goal> goals, Workspace& workspace) const {
  workspace.begin(memory, goals);
  workspace.update(memory);
}

std::string Solver::problemFault(std::span<const Goal> goals, const StopRules& rules,
                                 const Restarts& restarts) const {
  for (const std::string& fault : {faultOf(*model_, goals), faultOf(rules), faultOf(restarts)})
    if (!fault.empty()) return fault;
  return {};
}

Result<Solution> Solver::solve(const Vector& start, std::span<const Goal> goals,
                               const StopRules& rules, const Restarts& restarts,
                               const Interrupt& interrupt) const {
  if (!fault_.empty()) return Fault{fault_};
  Workspace workspace(*this);
  return solve(start, goals, rules, restarts, workspace, interrupt);
}

Result<Solution> Solver::solve(const Vector& start, std::span<const Goal> goals,
                               const StopRules& rules, const Restarts& restarts,
                               Workspace& workspace, const Interrupt& interrupt) const {
  for (const std::string& fault :
       {fault_, faultOf(*model_, start, settings_.limits), problemFault(goals, rules, restarts)})
    if (!fault.empty()) return Fault{fault};
  Attempts attempts(restarts, *model_);
  attempts.begin(goals);
  return solve({start}, goals, rules, attempts, workspace, interrupt);
}

Result<Solution> Solver::solve(std::span<const Goal> goals, const StopRules& rules,
                               const Restarts& restarts, const Interrupt& interrupt) const {
  if (!fault_.empty()) return Fault{fault_};
  Workspace workspace(*this);
  return solve(goals, rules, restarts, workspace, interrupt);
}

Result<Solution> Solver::solve(std::span<const Goal> goals, const StopRules& rules,
                               const Restarts& restarts, Workspace& workspace,
                               const Interrupt& interrupt) const {
  for (const std::string& fault : {fault_, problemFault(goals, rules, restarts)})
    if (!fault.empty()) return Fault{fault};
  Restarts policy = restarts;
  if (!policy.from) policy.from = RestartPose::table;
  Attempts attempts(policy, *model_);
  attempts.begin(goals);
  return solve({attempts.nearestStart()}, goals, rules, attempts, workspace, interrupt);
}

Solution Solver::solve(Memory memory, std::span<const Goal> goals, const StopRules& rules,
                       Attempts& attempts, Workspace& workspace, const Interrupt& interrupt) const {
  workspace.begin(memory, goals);
  workspace.moved(memory, true);
  while (memory.stop == Stop::none) {
    attempts.next(memory, workspace);
    if (!workspace.update(memory, interrupt)) {
      attempts.interrupt(memory, workspace);
      break;
    }
    attempts.judge(memory, workspace, rules);
  }
  return {.theta = memory.theta,
          .stop = memory.stop,
          .error = workspace.error(),
          .distances = workspace.distances(),
          .angles = workspace.angles(),
          .updates = memory.updates,
          .evaluations = memory.evaluations(),
          .restarts = attempts.restarts()};
}

}  // namespace iklab
