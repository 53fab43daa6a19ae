// Solutions of an idealised arm, before they are polished.
#pragma once

#include <cstdint>

#include "iklab/analytic/arm_class.hpp"

namespace iklab::detail {

// Where an angle is undetermined, or may be but for rounding of the file, it is that of the start; in
// the second case, another candidate has the computed angle, in case the first does not reach the
// goal. Such choices are numbered by bits.
struct Candidate {
  Six q = {};
  std::uint64_t kept = 0;      // The choices in which it has the start's angle.
  std::uint64_t fallback = 0;  // The choices in which it has the computed angle.
};

// Double roots are listed on both sides, so that up to 8 candidates may lead to one solution.
struct Candidates {
  static constexpr int kMost = 64;
  int count = 0;
  int choices = 0;
  std::array<Candidate, kMost> list;
  void add(const Candidate& c) {
    if (count < kMost) list[static_cast<size_t>(count++)] = c;
  }
};

// goal: of the tip of `arm.ideal`, as is start.
void findCandidates(const ArmClass& arm, const Frame6& goal, const Six& start, Candidates& found);

}  // namespace iklab::detail
