#include "ik/solver.hpp"

#include <algorithm>

#include "math/joined.hpp"

namespace iklab {

MethodOptions::MethodOptions(const std::string& id)
    : row_(methodTable()[static_cast<size_t>(std::max(0, methodIndex(id)))]),
      numbers_(kParamStride, 0) {
  if (methodIndex(id) < 0) unknown_ = id;
  defaultParams(*row_, numbers_.data());
}

MethodOptions::MethodOptions(const MethodRow& row, std::span<const double> numbers)
    : row_(&row), numbers_(numbers.begin(), numbers.end()) {
  numbers_.resize(kParamStride, 0);
}

std::string MethodOptions::set(const std::string& key, double value) {
  for (size_t i = 0; i < row_->params.size(); ++i) {
    if (row_->params[i].key != key) continue;
    numbers_[i] = value;
    return {};
  }
  return joined({row_->id, " has no parameter '", key, "'"});
}

Solver::Solver(std::shared_ptr<const Model> model, MethodOptions method, Settings settings)
    : model_(std::move(model)),
      method_(std::move(method)),
      settings_(std::move(settings)),
      fault_(method_.fault()) {
  if (fault_.empty()) fault_ = faultOf(settings_);
}

void Solver::update(Memory& memory, std::span<const Goal> goals, Workspace& workspace) const {
  workspace.begin(memory, goals);
  workspace.update(memory);
}

Result<Solution> Solver::solve(const Vector& start, std::span<const Goal> goals,
                               const StopRules& rules, const Restarts& restarts) const {
  if (!fault_.empty()) return Fault{fault_};
  Workspace workspace(*this);
  return solve(start, goals, rules, restarts, workspace);
}

Result<Solution> Solver::solve(const Vector& start, std::span<const Goal> goals,
                               const StopRules& rules, const Restarts& restarts,
                               Workspace& workspace) const {
  for (const std::string& fault : {fault_, faultOf(*model_, start, settings_.limits),
                                   faultOf(*model_, goals), faultOf(rules), faultOf(restarts)})
    if (!fault.empty()) return Fault{fault};
  Memory memory{start};
  Attempts attempts(restarts, *model_);
  workspace.begin(memory, goals);
  workspace.moved(memory, true);
  while (memory.stop == Stop::none) {
    attempts.next(memory, workspace);
    workspace.update(memory);
    attempts.judge(memory, workspace, rules);
  }
  return Solution{memory.theta,   memory.stop,          workspace.error(),
                  memory.updates, memory.evaluations(), attempts.restarts()};
}

}  // namespace iklab
