// A checked formula as operations on rooms in one arena, which a machine runs for one mechanism.
#pragma once

#include <cstdint>

#include "iklab/core/model.hpp"
#include "iklab/formula/checked.hpp"
#include "iklab/math/result.hpp"

namespace iklab::formula {

inline constexpr size_t kMostOperations = 1000;  // Per program.
inline constexpr double kMaxArena = 4e6;         // Numbers in an arena.
inline constexpr double kMostMemory = 70000;     // Numbers stored per instance.

// The values of the symbolic sizes.
struct Sizes {
  explicit Sizes(const Model& model);
  double most(const Size& size, const Checked& text) const;

  int joints, rows, directions, targets, blocks;
  bool sixRows;  // True if a target has an orientation.
};

enum class Op : uint8_t {
  halt,
  jump,        // To c.
  jumpUnless,  // To c if a is false.
  begin,       // Starts a loop: `to` counts from a to b; c is its end.
  next,        // Continues a loop: `to` advances up to b, from c; flag: counts down.
  item,        // to: entry a of the joints, root outward.
  fill,        // a x b; flag 0: zeros, 1: ones, 2: the identity.
  copy,
  transpose,  // to: a, transposed.
  number1,    // One number; flag: Map1.
  number2,    // Two numbers; flag: Map2.
  map1,       // map1, map2: entry by entry.
  map2,
  where,  // where(a, b, c)
  clamp,
  addDiagonal,  // to: a plus the diagonal b; flag: minus.
  diagonal,     // to: the matrix of the diagonal a.
  scaleRows,    // to: each row of b times the entry of a.
  scaleColumns,
  times,      // a b; flag 1: a transposed, 2: b transposed.
  timesList,  // As times, if b is a list.
  dot,
  jTimes,  // J a.
  jTransposeTimes,
  gram,       // flag 0: J J^T, 1: J^T J.
  solve,      // a^-1 b; flag 1: a is symmetric, 2: a transposed.
  gramSolve,  // (gram + a I)^-1 b; flag as for gram.
  pinvTimes,  // a^+ b; only with sigma above c, if there is a c.
  pinv,
  svd,  // Of a; to, b, c: U, s, V.
  eig,  // Of a; to, b: values, vectors.
  chol,
  qr,  // Of a; to, b: Q, R.
  projector,
  spd,       // flag: b is a floor.
  entry,     // a[b]
  part,      // to: parts of a at b.
  setEntry,  // to[b] = a.
  setPart,   // Parts of `to` at b = a.
  reduce,    // flag: Reduction.
  reduceColumns,
  blocks,
  diagonalOf,
  list,      // to: the a numbers in the list at b.
  setCount,  // Gives `to` space for the numbers from a to b.
  eAt,
  fAt,
  jAt,
  dJ,
  wolfe,
  backtrack,
  jOf,
  eOf,
  tip,
  goal,
  axis,
  origin,
  carries,
  rotate,
  cross,
  provide,  // flag: Given.
};

enum class Map1 : uint8_t { negate, no, abs, sqrt, exp, log, sin, cos, tan, tanh, sign };
enum class Map2 : uint8_t {
  add,
  subtract,
  multiply,
  divide,
  power,
  min,
  max,
  atan2,
  copysign,
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  unequal,
  both,
  either,
};
enum class Reduction : uint8_t { sum, product, min, max, norm, any, all, trace };

struct Instruction {
  Op op;
  uint8_t flag = 0;
  int to = -1, a = -1, b = -1, c = -1;  // Rooms, unless noted otherwise.
  int line = 0;
  double work = 0;  // Upper bound of its cost.
};

// Storage of one value.
struct Slot {
  int rows, columns;  // Largest size.
  int at;             // Offset in the arena; below 0: stored elsewhere.
};

// Indices into a matrix, as rooms with numbers; below 0: not given (all entries, or one).
struct Parts {
  int rowFrom = -1, rowTo = -1, columnFrom = -1, columnTo = -1;
};

struct Program {
  std::vector<Instruction> code = {};
  std::vector<Slot> slots = {};
  std::vector<std::pair<int, double>> constants = {};
  std::vector<Parts> parts = {};
  std::vector<int> lists = {};
  size_t arena = 0;
  size_t scratch = 0;  // Numbers that factorisations need.
  // Start of each section in `code`; -1: the section is missing.
  int update = 0, learn = -1, curve = -1;
  int curveVariable = -1, curveValue = -1;  // Slots of the curve's variable and value.
  int answerLine = 0;                       // The last line that sets Δθ.
  std::vector<int> params = {};
  // kept: rooms of kept names; taught: rooms of their values after `learn`.
  std::vector<int> kept = {}, learned = {};
  // Rooms of the values shown, without the curve, in order.
  std::vector<int> shown = {};
  std::vector<int> given = {};    // Rooms by Given; below 0: not used.
  int memory = 1;                 // Numbers stored per instance.
  double work = 0, mostWork = 0;  // Operations of an update: upper bound, and limit.
};

// Faults: the program exceeds a limit in this scene. where: the line or loop with the largest
// share.
Result<Program> compile(const Checked& text, const Model& model, Place* where = nullptr);

}  // namespace iklab::formula
