// A checked text as operations on rooms of one arena: what a machine runs, for one mechanism.
#pragma once

#include <cstdint>

#include "iklab/core/model.hpp"
#include "iklab/ik/formula/checked.hpp"
#include "iklab/math/result.hpp"

namespace iklab::formula {

inline constexpr size_t kMostOperations = 1000;  // Of a program.
inline constexpr double kMostRoom = 4e6;         // Numbers of an arena.
inline constexpr double kMostMemory = 70000;     // Numbers that an instance keeps.

// The numbers behind the names of sizes.
struct Sizes {
  explicit Sizes(const Model& model);
  // The most that a size can be.
  double most(const Size& size, const Checked& text) const;

  int joints, rows, directions, targets, blocks;
  bool sixRows;  // A target with an orientation.
};

enum class Op : uint8_t {
  halt,
  jump,        // To c
  jumpUnless,  // To c where a is no.
  begin,       // Of a loop: `to` counts from a to b, over at c.
  next,        // `to` goes on, up to b, from c; flag: down.
  item,        // to: entry a of the joints from the root outward.
  fill,        // a x b; flag 0: zeros, 1: ones, 2: the identity.
  copy,
  turn,     // to: a transposed.
  number1,  // flag: Map1, of one number.
  number2,  // flag: Map2.
  map1,     // Entry by entry.
  map2,
  where,  // a, b, c
  clamp,
  addDiagonal,  // to: a + the diagonal b; flag: -
  diagonal,     // to: the matrix of the diagonal a.
  scaleRows,    // to: each row of b times that of a.
  scaleColumns,
  times,      // a b; flag 1: a transposed, 2: b transposed.
  timesList,  // The same, where b is a list.
  dot,
  jTimes,  // J a
  jTransposeTimes,
  gram,       // Flag 0: J J^T, 1: J^T J
  solve,      // a^-1 b; flag 1: a is symmetric, 2: a transposed.
  gramSolve,  // (gram + a I)^-1 b; flag as gram's.
  pinvTimes,  // a^+ b, sigma above c where there is one.
  pinv,
  svd,  // Of a; to, b, c: U, s, V
  eig,  // Of a; to, b: values, vectors.
  chol,
  qr,  // Of a; to, b: Q, R
  projector,
  spd,       // flag: there is a floor b.
  entry,     // a[b]
  part,      // Of a: parts at b.
  setEntry,  // to[b] = a
  setPart,   // To's parts at b = a.
  reduce,    // flag: Reduction.
  reduceColumns,
  blocks,
  diagonalOf,
  list,      // to: the numbers at b, a of them.
  setCount,  // To has room for the numbers from a to b.
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
  need,  // flag: Given.
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
  int to = -1, a = -1, b = -1, c = -1;  // Rooms, unless said otherwise.
  int line = 0;
  double work = 0;  // Its price, at most.
};

struct Room {
  int rows, columns;  // At most.
  int at;             // In the arena; below 0: it lies elsewhere.
};

// Where the parts of a matrix are: rooms with numbers; below 0: none (all, or one entry).
struct Parts {
  int rowFrom = -1, rowTo = -1, columnFrom = -1, columnTo = -1;
};

struct Program {
  std::vector<Instruction> code = {};
  std::vector<Room> rooms = {};
  std::vector<std::pair<int, double>> constants = {};
  std::vector<Parts> parts = {};
  std::vector<int> lists = {};
  size_t arena = 0;
  size_t scratch = 0;  // Numbers that factorisations take.
  // Where they begin in the code.
  int update = 0, learn = -1, curve = -1;
  int curveAt = -1, curveIs = -1;  // Rooms of its variable and of what it is there.
  int answerLine = 0;              // The last one that sets Δθ
  std::vector<int> params = {};
  std::vector<int> kept = {}, taught = {};  // Rooms; as `learn` leaves them.
  std::vector<int> shown = {};              // Of those that are no curve, in order.
  std::vector<int> given = {};              // By Given; below 0: not asked for.
  int memory = 1;                           // Numbers that an instance keeps.
  double work = 0, mostWork = 0;            // Operations of an update: upper bound, and allowed.
};

// Faults: more than the budgets allow in this scene; where: the line or loop that takes most of it.
Result<Program> compile(const Checked& text, const Model& model, Place* where = nullptr);

}  // namespace iklab::formula
