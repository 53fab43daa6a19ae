#include "iklab/ik/solver.hpp"

#include <algorithm>

#include "iklab/ik/fitted.hpp"
#include "iklab/math/joined.hpp"

namespace iklab {

MethodOptions::MethodOptions(const std::string& id)
    : row_(methodTable()[static_cast<size_t>(std::max(0, methodIndex(id)))]),
      numbers_(kParamStride, 0),
      open_(kParamStride, 1) {
  if (methodIndex(id) < 0) unknown_ = id;
  defaultParams(*row_, numbers_.data());
  closeOthers();
}

MethodOptions::MethodOptions(const MethodRow& row, std::span<const double> numbers)
    : row_(&row), numbers_(numbers.begin(), numbers.end()) {
  numbers_.resize(kParamStride, 0);
  open_.resize(kParamStride, 0);
}

const MethodRow* MethodOptions::stageOf(size_t param) const {
  const double index = numbers_[param];
  const auto table = methodTable();
  return index >= 0 && index < static_cast<double>(table.size()) ? table[static_cast<size_t>(index)]
                                                                 : nullptr;
}

// what is no length has a default of its own
void MethodOptions::closeOthers() {
  const auto close = [&](const MethodRow& row, size_t from) {
    for (size_t i = 0; i < kStageStride; ++i)
      open_[from + i] = i < row.params.size() && row.params[i].fit != Fit::none;
  };
  close(*row_, 0);
  int stage = 0;
  for (size_t i = 0; i < row_->params.size(); ++i)
    if (row_->params[i].scale == Scale::method)
      if (const MethodRow* inner = stageOf(i)) close(*inner, kStageStride * ++stage);
}

std::string MethodOptions::set(const std::string& key, double value) {
  for (size_t i = 0; i < row_->params.size(); ++i) {
    if (row_->params[i].key != key) continue;
    numbers_[i] = value;
    open_[i] = 0;
    return {};
  }
  return joined({row_->id, " has no parameter '", key, "'"});
}

Solver::Solver(std::shared_ptr<const Model> model, MethodOptions method, Settings settings)
    : model_(std::move(model)),
      method_(fittedTo(*model_, std::move(method))),
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
  return Solution{.theta = memory.theta,
                  .stop = memory.stop,
                  .error = workspace.error(),
                  .distances = workspace.distances(),
                  .angles = workspace.angles(),
                  .updates = memory.updates,
                  .evaluations = memory.evaluations(),
                  .restarts = attempts.restarts()};
}

}  // namespace iklab
