// Reads the input buffers of a lab.
#include <cstdint>
#include <cstring>

#include "iklab/lab/goal_row.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {
namespace {

// Compares bit by bit, so that NaN equals NaN. Faster than memcmp for a few numbers.
bool differ(const double* a, const double* b, size_t count) {
  std::uint64_t bits = 0, x, y;
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(&x, a + i, sizeof x);
    std::memcpy(&y, b + i, sizeof y);
    bits |= x ^ y;
  }
  return bits != 0;
}

}  // namespace

// Applies the changes of `params` and `targets` since the last call. Invalid numbers, and rows with
// another method (which requires a restart), change nothing.
void Lab::readInputs() {
  bool tuned = false;
  for (int p = 0; p < panels(); ++p) tuned = tuned || paramsWritten(p);
  const bool moved = targetsWritten();
  if (!tuned && !moved) return;
  paramsFault_.clear();
  if (moved) targetsChanged_ = true;
  for (int p = 0; p < panels(); ++p) readPanel(p);
  applyTargets();
}

// Compares only the numbers that the method uses, because this runs in every frame.
bool Lab::paramsWritten(int panel) const {
  const size_t used = kNumbersAt + runners_[static_cast<size_t>(panel)]->numbersUsed();
  return differ(row(panel).data(), numbers_.data() + at(panel), used);
}

bool Lab::targetsWritten() const {
  return differ(targets_.data(), readTargets_.data(), targets_.size());
}

void Lab::readPanel(int panel) {
  const std::span<const double> now = row(panel);
  double* old = numbers_.data() + at(panel);
  const Result<Solver> solver = solverOf(panel);
  if (!solver)
    paramsFault_ = "panel " + std::to_string(panel) + ": " + solver.reason();
  else if (!solver.value().method().sameMethod(runners_[panel]->method()))
    paramsFault_ = "panel " + std::to_string(panel) + ": another method needs a restart";
  else if (differ(now.data(), old, now.size()))
    runners_[panel]->tune(solver.value());
  std::copy(now.begin(), now.end(), old);
}

std::vector<Goal>& Lab::readTargets() {
  for (size_t i = 0; i < next_.size(); ++i) next_[i] = readGoal(&targets_[i * kTargetStride]);
  return next_;
}

void Lab::applyTargets() {
  const std::vector<Goal>& bases = readTargets();
  readTargets_ = targets_;
  targetsFault_ = faultOf(*model_, bases);
  if (targetsFault_.empty()) bases_ = bases;
}

}  // namespace iklab
