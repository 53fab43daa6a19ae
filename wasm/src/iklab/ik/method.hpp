// The contract of a method.
//
// A method computes one step and nothing else: it does not iterate to convergence, test it, keep
// time, limit its step or know of joint limits (unless it says so), and after it was made it never
// allocates. The Workspace does the rest, once, the same for every method.
#pragma once

#include <span>

#include "iklab/ik/problem.hpp"

namespace iklab {

class MethodOptions;

// One step for a linearised problem, and nothing else.
class Method {
 public:
  Method() = default;
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  // Other numbers, from the next update on: as `make` takes them, of the same method and stages.
  virtual void tune(const MethodOptions& given) = 0;

  // One step for `problem` into a cleared `report`. May be called more than once for one update
  // (limits that lock joints), so that memory changes in `learn` and `forget` alone.
  virtual void update(const Problem& problem, Report& report) = 0;

  // The next piece of an update that has come back `unfinished`, as it may where the report says so.
  virtual void resume(const Problem& /*problem*/, Report& /*report*/) {}

  // What earlier updates teach stands outside, so that one method serves many instances: so many
  // numbers each, found again in `problem.learnt`.
  virtual int memorySize() const { return 0; }

  // Writes a memory that knows nothing: before the first update, and when a target has jumped.
  virtual void forget(std::span<double> /*learnt*/) const {}

  // Learns from the step as applied, after limits: called before the next update. `problem` and its
  // state are still those it was computed for, with no joint locked.
  virtual void learn(const Problem& /*problem*/, const Vector& /*step*/,
                     std::span<double> /*learnt*/) {}

  // tau(sigma) of the last update, where the method is such a filter.
  virtual double filter(double /*sigma*/) const { return kNotUsed; }

  // lambda_j of the last update at this value of the joint, where the method damps its joints by
  // where they stand.
  virtual double jointDamping(int /*column*/, double /*theta*/) const { return kNotUsed; }

  // Writes those of the entry's observables that do not stand in the report, as of the last update.
  // seen: observedSize numbers, one observable after the other, kNotUsed to begin with.
  virtual void observe(std::span<double> /*seen*/) const {}

  // True where the target clamp is not for an update that starts at this total distance (metres).
  virtual bool ignoresClamp(double /*totalDistance*/) const { return false; }

  // Largest joint change an update where the panel leaves it to the method (kByStage).
  virtual double stepLimit() const { return kInfinity; }
};

}  // namespace iklab
