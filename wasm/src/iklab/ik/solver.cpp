#include "iklab/ik/solver.hpp"

#include "iklab/ik/fitted.hpp"
#include "iklab/ik/problem_run.hpp"

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
  Attempts attempts(restarts, *model_);
  attempts.begin(goals);
  return solve({attempts.nearestStart()}, goals, rules, attempts, workspace, interrupt);
}

namespace {

// Reads the problems of `solveMany`, and writes their solutions.
class ManySolutions : public ProblemRun::Client {
 public:
  ManySolutions(std::span<const Vector> starts, std::span<const Goal> goals, std::uint64_t seed,
                std::vector<Solution>& solutions, ProblemRun& run)
      : starts_(starts),
        goals_(goals),
        targets_(goals.size() / solutions.size()),
        seed_(seed),
        solutions_(solutions),
        run_(run) {}

  bool next(size_t& problem) override { return (problem = next_++) < solutions_.size(); }

  void begin(ProblemRun::Slot& slot) override {
    std::copy_n(&goals_[slot.problem * targets_], targets_, slot.goals.begin());
    slot.attempts.begin(mix(seed_, slot.problem), slot.goals);
    slot.memory.theta = starts_.empty() ? slot.attempts.nearestStart()
                                        : starts_[starts_.size() == 1 ? 0 : slot.problem];
  }

  void finish(ProblemRun::Slot& slot) override { solutions_[slot.problem] = run_.solution(slot); }

 private:
  const std::span<const Vector> starts_;
  const std::span<const Goal> goals_;
  const size_t targets_;
  const std::uint64_t seed_;
  std::vector<Solution>& solutions_;
  ProblemRun& run_;
  size_t next_ = 0;
};

}  // namespace

Result<std::vector<Solution>> Solver::solveMany(std::span<const Vector> starts,
                                                std::span<const Goal> goals, const StopRules& rules,
                                                const Restarts& restarts,
                                                const Interrupt& interrupt) const {
  for (const std::string& fault : {fault_, faultOf(rules), faultOf(restarts)})
    if (!fault.empty()) return Fault{fault};
  const size_t targets = model_->task.targets().size();
  if (targets == 0) return Fault{"the model has no target"};
  const size_t count = goals.size() / targets;
  if (count * targets != goals.size())
    return Fault{"goals must have one goal per target and problem: a multiple of " +
                 std::to_string(targets) + "; got " + std::to_string(goals.size())};
  if (starts.size() > 1 && starts.size() != count)
    return Fault{"starts must have no pose, one for all problems or one per problem (" +
                 std::to_string(count) + "); got " + std::to_string(starts.size())};
  for (size_t i = 0; i < starts.size(); ++i)
    if (std::string fault = faultOf(*model_, starts[i], settings_.limits); !fault.empty())
      return Fault{"problem " + std::to_string(i) + ": " + fault};
  for (size_t i = 0; i < count; ++i)
    if (std::string fault = faultOf(*model_, goals.subspan(i * targets, targets)); !fault.empty())
      return Fault{"problem " + std::to_string(i) + ": " + fault};
  std::vector<Solution> solutions(count);
  if (count == 0) return solutions;
  ProblemRun run(*this, rules, restarts);
  ManySolutions client(starts, goals, restarts.seed, solutions, run);
  run.solve(client, interrupt);
  return solutions;
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
          .restarts = attempts.restarts(),
          .givenUp = attempts.givenUp()};
}

}  // namespace iklab
