#include "ik/solver.hpp"

#include <algorithm>
#include <cmath>

#include "math/joined.hpp"
#include "math/random.hpp"

namespace iklab {
namespace {

// uniformly within the limits
void drawPose(const Tree& tree, Random& random, Vector& theta) {
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& j = tree.moving(c);
    const double reach = j.slides() ? 1 : EIGEN_PI;
    const double low = std::isfinite(j.lower) ? j.lower : std::min(-reach, j.upper);
    const double high = std::isfinite(j.upper) ? j.upper : std::max(reach, j.lower);
    theta[c] = random.uniform(low, high);
  }
}

}  // namespace

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
  for (const std::string& fault :
       {fault_, faultOf(*model_, start, settings_.limits), faultOf(*model_, goals), faultOf(rules)})
    if (!fault.empty()) return Fault{fault};
  Random random(restarts.seed);
  Memory memory{start};
  Solution best{start, Stop::none, kInfinity, 0, 0, 0};
  for (int attempt = 0; attempt <= restarts.most && best.stop != Stop::reached; ++attempt) {
    if (attempt > 0) drawPose(model_->tree, random, memory.theta);
    workspace.begin(memory, goals);
    workspace.moved(memory, true);
    while (memory.stop == Stop::none) {
      workspace.update(memory);
      workspace.judge(memory, rules);
    }
    if (memory.stop == Stop::reached || workspace.error() < best.error)
      best = {memory.theta, memory.stop, workspace.error(), 0, 0, 0};
    best.restarts = attempt;
  }
  best.updates = memory.updates;
  best.evaluations = memory.evaluations();
  return best;
}

}  // namespace iklab
