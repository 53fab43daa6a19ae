// Which closed form a chain of six revolute axes has: where axes meet in a point, and where they
// are parallel (Pieper 1968; Elias & Wen 2025).
#pragma once

#include <optional>
#include <string>

#include "iklab/analytic/six_axis.hpp"

namespace iklab::detail {

enum class ArmKind {
  wristParallel,  // Axes 4, 5, 6 meet; 2 and 3 are parallel.
  parallelMeet,   // 2, 3 and 4 are parallel; 5 and 6 meet.
  wristShoulder,  // 4, 5, 6 meet; 1 and 2 meet.
  wristElbow,     // 4, 5, 6 meet; 2 and 3 meet.
  wrist,          // 4, 5, 6 meet.
  parallel,       // 2, 3 and 4 are parallel.
  planarMeet,     // 1, 2 and 3 are parallel; 5 and 6 meet.
  planarShifted,  // 1, 2 and 3 are parallel; 4 and 5 meet.
};

// A chain with the axes that the closed form takes as parallel or meeting set exactly so. Points are
// moved along their axes to where axes meet.
struct ArmClass {
  ArmKind kind;
  bool reversed;     // The class is that of the chain from the tip to the base.
  SixAxis ideal;     // Reversed, if so; parallel axes point the same way.
  Six sign;          // q of `ideal` times sign is q of the chain.
  double idealised;  // The largest angle (radians), or distance as a share of the length, removed.
  std::string text() const;  // "axes 4, 5, 6 meet; axes 2, 3 are parallel"
};

// Empty if the chain has no closed form here.
std::optional<ArmClass> classOf(const SixAxis& chain);
// Why `classOf` is empty: what is missing least, in millimetres and degrees.
std::string nearestMisses(const SixAxis& chain);
// The same for RedundantForm.
std::string nearestMisses(const SevenAxis& chain);

}  // namespace iklab::detail
