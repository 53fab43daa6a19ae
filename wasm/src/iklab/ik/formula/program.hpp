// A checked text as operations on rooms of one arena: what a machine runs, for one mechanism.
#pragma once

#include <cstdint>

#include "iklab/core/model.hpp"
#include "iklab/ik/formula/checked.hpp"
#include "iklab/math/result.hpp"

namespace iklab::formula {

inline constexpr size_t kMostOperations = 1000;  // of a program
inline constexpr double kMostRoom = 4e6;         // numbers of an arena
inline constexpr double kMostMemory = 70000;     // numbers that an instance keeps

// The numbers behind the names of sizes.
struct Sizes {
  explicit Sizes(const Model& model);
  // the most that a size can be
  double most(const Size& size, const Checked& text) const;

  int joints, rows, directions, targets, blocks;
  bool sixRows;  // a target with an orientation
};

enum class Op : uint8_t {
  halt,
  jump,        // to c
  jumpUnless,  // to c where a is no
  begin,       // of a loop: `to` counts from a to b, over at c
  next,        // `to` goes on, up to b, from c; flag: down
  item,        // to: entry a of the joints from the root outward
  fill,        // a x b; flag 0: zeros, 1: ones, 2: the identity
  copy,
  turn,     // to: a transposed
  number1,  // flag: Map1, of one number
  number2,  // flag: Map2
  map1,     // entry by entry
  map2,
  where,  // a, b, c
  clamp,
  addDiagonal,  // to: a + the diagonal b; flag: -
  diagonal,     // to: the matrix of the diagonal a
  scaleRows,    // to: each row of b times that of a
  scaleColumns,
  times,      // a b; flag 1: a transposed, 2: b transposed
  timesList,  // the same, where b is a list
  dot,
  jTimes,  // J a
  jTransposeTimes,
  gram,       // flag 0: J J^T, 1: J^T J
  solve,      // a^-1 b; flag 1: a is symmetric, 2: a transposed
  gramSolve,  // (gram + a I)^-1 b; flag as gram's
  pinvTimes,  // a^+ b, sigma above c where there is one
  pinv,
  svd,  // of a; to, b, c: U, s, V
  eig,  // of a; to, b: values, vectors
  chol,
  qr,  // of a; to, b: Q, R
  projector,
  spd,       // flag: there is a floor b
  entry,     // a[b]
  part,      // of a: parts at b
  setEntry,  // to[b] = a
  setPart,   // to's parts at b = a
  reduce,    // flag: Reduction
  reduceColumns,
  blocks,
  diagonalOf,
  list,      // to: the numbers at b, a of them
  setCount,  // to has room for the numbers from a to b
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
  need,  // flag: Given
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
  int to = -1, a = -1, b = -1, c = -1;  // rooms, unless said otherwise
  int line = 0;
  double work = 0;  // its price, at most
};

struct Room {
  int rows, columns;  // at most
  int at;             // in the arena; below 0: it lies elsewhere
};

// Where the parts of a matrix are: rooms with numbers; below 0: none (all, or one entry)
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
  size_t scratch = 0;  // numbers that factorisations take
  // where they begin in the code
  int update = 0, learn = -1, curve = -1;
  int curveAt = -1, curveIs = -1;  // rooms of its variable and of what it is there
  int answerLine = 0;              // the last one that sets Δθ
  std::vector<int> params = {};
  std::vector<int> kept = {}, taught = {};  // rooms; as `learn` leaves them
  std::vector<int> shown = {};              // of those that are no curve, in order
  std::vector<int> given = {};              // by Given; below 0: not asked for
  int memory = 1;                           // numbers that an instance keeps
  double work = 0, mostWork = 0;            // operations of an update: upper bound, and allowed
};

// Faults: more than the budgets allow in this scene; where: the line or loop that takes most of it.
Result<Program> compile(const Checked& text, const Model& model, Place* where = nullptr);

}  // namespace iklab::formula
