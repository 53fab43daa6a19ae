#include "iklab/ik/problem_run.hpp"

#include <bit>
#include <cmath>

#include "iklab/ik/joint_limits.hpp"

namespace iklab {

ProblemRun::ProblemRun(const Solver& solver, const StopRules& rules, const Restarts& restarts,
                       Watch watch, int lanes)
    : model_(solver.shared()), rules_(rules), watch_(watch), workspace_(solver) {
  if (lanes > 1 && Lanes::cover(solver)) {
    lanes_ = Lanes::make(solver, rules, lanes);
    lanes_->watch(watch != Watch::nothing);
  }
  const std::vector<Goal> goals(model_->task.targets().size());
  for (int i = 0; i < (lanes_ ? lanes_->count() : 1); ++i)
    slots_.push_back({.index = i,
                      .problem = 0,
                      .memory = {Vector::Zero(model_->columns())},
                      .attempts = {restarts, *model_},
                      .goals = goals});
}

bool ProblemRun::solve(Client& client, const Interrupt& interrupt) {
  if (lanes_) return solveInLanes(client, interrupt);
  for (Slot& slot = slots_[0]; client.next(slot.problem);) {
    begin(slot, client);
    if (!solveAlone(slot, interrupt)) return false;
    client.finish(slot);
  }
  return true;
}

void ProblemRun::begin(Slot& slot, Client& client) {
  Memory& memory = slot.memory;
  memory.updates = memory.updatesSinceMove = memory.updatesInAttempt = 0;
  memory.rises = memory.slow = memory.trials = slot.limitHits = 0;
  memory.stop = Stop::none;
  slot.travel = 0;
  slot.lows.clear();
  client.begin(slot);
}

bool ProblemRun::solveAlone(Slot& slot, const Interrupt& interrupt) {
  Memory& memory = slot.memory;
  slot.inLane = slot.atLane = false;
  workspace_.begin(memory, slot.goals);
  workspace_.moved(memory, true);
  if (watch_ != Watch::nothing) recordError(slot, workspace_.error());
  while (memory.stop == Stop::none) {
    slot.attempts.next(memory, workspace_);
    if (!workspace_.update(memory, interrupt)) return false;
    if (watch_ != Watch::nothing) recordUpdate(slot);
    slot.attempts.judge(memory, workspace_, rules_);
  }
  return true;
}

void ProblemRun::recordUpdate(Slot& slot) {
  const Vector& step = workspace_.report().step;
  for (int c = 0; c < step.size(); ++c)
    if (model_->tree.moving(c).turns()) slot.travel += std::abs(step[c]);
  if (anyJoint(model_->tree, slot.memory.theta, onLimit)) ++slot.limitHits;
  recordError(slot, workspace_.error());
}

void ProblemRun::recordError(Slot& slot, double error) {
  if (!slot.lows.empty() && !(error < slot.lows.back().error)) return;
  if (watch_ != Watch::lows) slot.lows.clear();
  slot.lows.push_back({slot.memory.updates, error});
}

// A lane whose problem is solved gets the next problem.
bool ProblemRun::solveInLanes(Client& client, const Interrupt& interrupt) {
  int busy = 0;
  const auto refill = [&](Slot& slot) {
    if (!client.next(slot.problem)) return lanes_->end(slot.index);
    begin(slot, client);
    beginLane(slot);
    ++busy;
  };
  for (Slot& slot : slots_) refill(slot);
  while (busy > 0) {
    if (interrupt && interrupt()) return false;
    unsigned report = lanes_->round();
    if (watch_ == Watch::lows) recordLows(lanes_->improved());
    for (; report; report &= report - 1) {
      Slot& slot = slots_[static_cast<size_t>(std::countr_zero(report))];
      if (continueLane(slot, client, interrupt)) continue;
      client.finish(slot);
      --busy;
      refill(slot);
    }
  }
  return true;
}

void ProblemRun::beginLane(Slot& slot) {
  slot.inLane = slot.atLane = true;
  lanes_->begin(slot.index, slot.memory, slot.goals, slot.attempts.attemptRules(rules_));
}

void ProblemRun::recordLows(unsigned lanes) {
  for (; lanes; lanes &= lanes - 1) {
    Slot& slot = slots_[static_cast<size_t>(std::countr_zero(lanes))];
    slot.lows.push_back({lanes_->updates(slot.index), lanes_->error(slot.index)});
  }
}

// Handles a lane in which a rule may apply, or that is lost. Returns false if its problem is
// complete.
bool ProblemRun::continueLane(Slot& slot, Client& client, const Interrupt& interrupt) {
  Memory& memory = slot.memory;
  if (lanes_->made(slot.index) == Lanes::Made::lost) {
    begin(slot, client);
    return !solveAlone(slot, interrupt);
  }
  Lane lane{*lanes_, slot.index};
  lanes_->write(slot.index, memory);
  slot.attempts.judge(memory, lane, rules_);
  if (memory.stop == Stop::none) {
    if (const Vector* start = slot.attempts.next())
      lanes_->restart(slot.index, *start, slot.attempts.attemptRules(rules_));
    return true;
  }
  slot.atLane = !lane.placed;
  if (watch_ == Watch::nothing) return false;
  slot.travel = lanes_->travel(slot.index);
  slot.limitHits = lanes_->limitHits(slot.index);
  memory.startError = lanes_->startError(slot.index);
  if (watch_ == Watch::totals) slot.lows.push_back({memory.updates, lanes_->best(slot.index)});
  return false;
}

double ProblemRun::measure(Slot& slot, double* distances, double* angles) {
  const size_t count = slot.goals.size();
  if (slot.atLane) {
    for (size_t i = 0; i < count; ++i) {
      distances[i] = lanes_->distance(slot.index, static_cast<int>(i));
      angles[i] = lanes_->angle(slot.index, static_cast<int>(i));
    }
    return lanes_->error(slot.index);
  }
  if (slot.inLane) workspace_.begin(slot.memory, slot.goals);  // Otherwise it is there already.
  std::copy_n(workspace_.distances().begin(), count, distances);
  std::copy_n(workspace_.angles().begin(), count, angles);
  return workspace_.error();
}

Solution ProblemRun::solution(Slot& slot) {
  const size_t count = slot.goals.size();
  Solution s{.theta = slot.memory.theta,
             .stop = slot.memory.stop,
             .distances = std::vector<double>(count),
             .angles = std::vector<double>(count),
             .updates = slot.memory.updates,
             .evaluations = slot.memory.evaluations(),
             .restarts = slot.attempts.restarts(),
             .givenUp = slot.attempts.givenUp()};
  s.error = measure(slot, s.distances.data(), s.angles.data());
  return s;
}

double ProblemRun::told(const Slot& slot, double Report::*field) const {
  return slot.inLane ? lanes_->told(slot.index, field) : workspace_.report().*field;
}

}  // namespace iklab
