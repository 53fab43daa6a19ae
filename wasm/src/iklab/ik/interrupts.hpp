// Interrupts of a solve: a time limit, or a stop token. They change no number of a solve that ends
// before them.
//
//   solver.solve(start, goals, {}, kSolveRestarts, timeLimit(std::chrono::milliseconds(5)));
#pragma once

#include <chrono>

#include "iklab/ik/workspace.hpp"

namespace iklab {

// Interrupts once this much time has passed since this call; at once if it is not positive.
inline Interrupt timeLimit(std::chrono::nanoseconds duration) {
  using Clock = std::chrono::steady_clock;
  return [start = Clock::now(), duration] { return Clock::now() - start >= duration; };
}

// Interrupts once a stop is requested. token: a std::stop_token, or a type with its
// stop_requested(); a template, because some standard libraries have no such header.
template <class Token>
Interrupt stopRequested(Token token) {
  return [token = std::move(token)] { return token.stop_requested(); };
}

}  // namespace iklab
