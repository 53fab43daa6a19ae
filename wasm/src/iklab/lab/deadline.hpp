// A point in time, relative to now.
#pragma once

#include <chrono>

#include "iklab/math/types.hpp"

namespace iklab {

// Never passes if the time is infinite.
class Deadline {
 public:
  explicit Deadline(double milliseconds) : never_(!(milliseconds < kInfinity)) {
    if (!never_) end_ = now() + milliseconds;
  }
  bool hasPassed() const { return !never_ && now() >= end_; }

 private:
  static double now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(since).count();
  }

  bool never_;
  double end_ = 0;
};

}  // namespace iklab
