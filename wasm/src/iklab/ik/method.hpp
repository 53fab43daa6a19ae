// The contract of a method.
//
// A method only computes a step. It does not iterate to convergence, test for convergence, measure
// time, limit its step or apply joint limits (unless its traits say so), and it never allocates
// after construction. The Workspace does the rest in the same way for every method.
#pragma once

#include <span>

#include "iklab/ik/problem.hpp"

namespace iklab {

class MethodOptions;

// Computes one step for a linearised problem.
class Method {
 public:
  Method() = default;
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  // Sets other numbers, from the next update on. given: has the same method and stages as in
  // `make`.
  virtual void tune(const MethodOptions& given) = 0;

  // Computes one step for `problem` into a cleared `report`. May be called several times per update
  // (limits that lock joints), so only `learn` and `forget` may change the memory.
  virtual void update(const Problem& problem, Report& report) = 0;

  // Continues an update that returned `unfinished`, which is allowed if report.mayPause is set.
  virtual void resume(const Problem& /*problem*/, Report& /*report*/) {}

  // Count of numbers that the method remembers from earlier updates. They are stored per instance,
  // so that one method object serves many instances, and are available as `problem.learnt`.
  virtual int memorySize() const { return 0; }

  // Resets the memory: before the first update, and when a target has jumped.
  virtual void forget(std::span<double> /*learnt*/) const {}

  // Learns from the step as applied, after limits. Called before the next update; `problem` and its
  // state are still those for which the step was computed, with no joint locked.
  virtual void learn(const Problem& /*problem*/, const Vector& /*step*/,
                     std::span<double> /*learnt*/) {}

  // tau(sigma) of the last update; kNotUsed if the method is not a spectral filter.
  virtual double filter(double /*sigma*/) const { return kNotUsed; }

  // lambda_j of the last update for a joint at value theta; kNotUsed if the method does not damp
  // joints by their values.
  virtual double jointDamping(int /*column*/, double /*theta*/) const { return kNotUsed; }

  // Writes the entry's observables that are not in the report, for the last update. seen:
  // observedSize numbers, one observable after the other, initially kNotUsed.
  virtual void observe(std::span<double> /*seen*/) const {}

  // True if the target clamp does not apply to an update that starts at this total distance,
  // metres.
  virtual bool ignoresClamp(double /*totalDistance*/) const { return false; }

  // Largest joint step per update, radians, for entries with maxStep kByStage.
  virtual double stepLimit() const { return kInfinity; }
};

}  // namespace iklab
