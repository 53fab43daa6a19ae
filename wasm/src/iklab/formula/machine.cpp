#include "iklab/formula/machine.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/trigonometry.hpp"

namespace iklab::formula {

using namespace detail;

namespace {

// Exponents up to this are computed by multiplication.
constexpr double kMaxMultipliedExponent = 64;

double powerOf(double x, double p) {
  if (p != std::floor(p) || std::abs(p) > kMaxMultipliedExponent) return std::pow(x, p);
  double made = 1;
  for (int left = static_cast<int>(std::abs(p)); left > 0; left /= 2) {
    if (left % 2 == 1) made *= x;
    x *= x;
  }
  return p < 0 ? 1 / made : made;
}

double applyMap(Map1 map, double x) {
  switch (map) {
    case Map1::negate:
      return -x;
    case Map1::no:
      return x == 0;
    case Map1::abs:
      return std::abs(x);
    case Map1::sqrt:
      return std::sqrt(x);
    case Map1::exp:
      return std::exp(x);
    case Map1::log:
      return std::log(x);
    case Map1::sin:
      return sineCosine(x).sine;
    case Map1::cos:
      return sineCosine(x).cosine;
    case Map1::tan: {
      const auto [sine, cosine] = sineCosine(x);
      return sine / cosine;
    }
    case Map1::tanh:
      return std::tanh(x);
    case Map1::sign:
      return x > 0 ? 1 : x < 0 ? -1 : x;
  }
  return x;
}

double applyMap(Map2 map, double x, double y) {
  switch (map) {
    case Map2::add:
      return x + y;
    case Map2::subtract:
      return x - y;
    case Map2::multiply:
      return x * y;
    case Map2::divide:
      return x / y;
    case Map2::power:
      return powerOf(x, y);
    case Map2::min:
      return x < y || std::isnan(x) ? x : y;
    case Map2::max:
      return x > y || std::isnan(x) ? x : y;
    case Map2::atan2:
      return std::atan2(x, y);
    case Map2::copysign:
      return std::copysign(x, y);
    case Map2::less:
      return x < y;
    case Map2::lessEqual:
      return x <= y;
    case Map2::greater:
      return x > y;
    case Map2::greaterEqual:
      return x >= y;
    case Map2::equal:
      return x == y;
    case Map2::unequal:
      return x != y;
    case Map2::both:
      return x != 0 && y != 0;
    case Map2::either:
      return x != 0 || y != 0;
  }
  return x;
}

template <class Of>
void mapAll(double* to, int count, const double* a, bool oneA, const double* b, bool oneB, Of of) {
  if (oneA)
    for (int i = 0; i < count; ++i) to[i] = of(*a, b[i]);
  else if (oneB)
    for (int i = 0; i < count; ++i) to[i] = of(a[i], *b);
  else
    for (int i = 0; i < count; ++i) to[i] = of(a[i], b[i]);
}

double applyReduction(Reduction reduction, const double* x, int count) {
  double made = 0;
  switch (reduction) {
    case Reduction::product:
      made = 1;
      for (int i = 0; i < count; ++i) made *= x[i];
      return made;
    case Reduction::min:
      made = kInfinity;
      for (int i = 0; i < count; ++i) made = applyMap(Map2::min, made, x[i]);
      return made;
    case Reduction::max:
      made = -kInfinity;
      for (int i = 0; i < count; ++i) made = applyMap(Map2::max, made, x[i]);
      return made;
    case Reduction::norm:
      for (int i = 0; i < count; ++i) made += x[i] * x[i];
      return std::sqrt(made);
    case Reduction::any:
      for (int i = 0; i < count; ++i) made = made != 0 || x[i] != 0;
      return made;
    case Reduction::all:
      made = 1;
      for (int i = 0; i < count; ++i) made = made != 0 && x[i] != 0;
      return made;
    default:
      for (int i = 0; i < count; ++i) made += x[i];
      return made;
  }
}

}  // namespace

Machine::Machine(const Program& program, const Model& model)
    : program_(program),
      model_(model),
      arena_(std::max<size_t>(1, program.arena), 0.0),
      scratch_(program.scratch, 0.0),
      cells_(program.slots.size()),
      decompositions_(program.code.size()),
      search_(model),
      jacobianAtStep_(model.tree, model.task),
      step_(Vector::Zero(model.columns())),
      e_(Vector::Zero(model.rows())),
      moved_(step_) {
  for (size_t i = 0; i < cells_.size(); ++i) {
    const Slot& slot = program.slots[i];
    cells_[i] = {arena_.data() + slot.at, slot.rows, slot.columns};
  }
  for (const auto& [room, value] : program.constants) *cell(room).data = value;
  const int j = program.given[static_cast<size_t>(Given::J)];
  for (size_t i = 0; i < program.code.size(); ++i) {
    const Instruction& each = program.code[i];
    const bool decomposes = each.op == Op::svd || each.op == Op::pinv || each.op == Op::pinvTimes ||
                            each.op == Op::projector;
    if (decomposes && each.a != j) {
      const Slot& slot = program.slots[static_cast<size_t>(each.a)];
      decompositions_[i] = std::make_unique<Decomposition>(slot.rows, slot.columns);
    }
    if (each.op == Op::gramSolve && !(each.flag ? inner_ : outer_))
      (each.flag ? inner_ : outer_) =
          std::make_unique<Ldlt<double>>(each.flag ? model.columns() : model.rows());
    if (each.op == Op::dJ) jacobianChange_.emplace(model.tree, model.task);
    if (each.op == Op::provide && each.flag == static_cast<int>(Given::H) && !hessian_)
      hessian_ = std::make_unique<ErrorHessian>(model.tree, model.task);
  }
  for (const int joint : model.tree.order()) {
    const Joint& each = model.tree.joints()[static_cast<size_t>(joint)];
    if (each.column >= 0 && !each.follows) outward_.push_back(each.column);
  }
  const size_t targets = model.task.targets().size();
  carries_.assign(static_cast<size_t>(model.columns()) * targets, 0);
  for (size_t t = 0; t < targets; ++t)
    for (const int c : model.tree.pathToEffector(model.task.targets()[t].effector))
      carries_[static_cast<size_t>(c) * targets + t] = 1;
}

void Machine::begin(const Problem& problem, double update) {
  problem_ = &problem;
  evaluated_ = lookedJacobian_ = false;
  std::fill(provided_.begin(), provided_.end(), 0);
  const auto bind = [&](Given one, const double* at) {
    if (const int slot = program_.given[static_cast<size_t>(one)]; slot >= 0)
      cell(slot).data = const_cast<double*>(at);  // No operation writes to a given value.
  };
  const auto set = [&](Given one, double value) {
    if (const int slot = program_.given[static_cast<size_t>(one)]; slot >= 0)
      *cell(slot).data = value;
  };
  bind(Given::e, problem.error.data());
  bind(Given::e_full, problem.unclampedError.data());
  bind(Given::theta, problem.state.theta.data());
  const Cell& answer = cell(program_.given[static_cast<size_t>(Given::answer)]);
  std::fill_n(answer.data, answer.rows, 0.0);
  set(Given::n, model_.columns());
  set(Given::m, model_.rows());
  set(Given::k, update);
  set(Given::gain, problem.gain);
  const auto joints = [&](Given one, auto of) {
    const int slot = program_.given[static_cast<size_t>(one)];
    for (int c = 0; slot >= 0 && c < model_.columns(); ++c)
      cell(slot).data[c] = of(model_.tree.moving(c));
  };
  joints(Given::lower, [](const Joint& j) { return j.lower; });
  joints(Given::upper, [](const Joint& j) { return j.upper; });
  joints(Given::rest, [](const Joint& j) { return j.rest; });
  joints(Given::comfort, [](const Joint& j) { return j.comfort; });
  joints(Given::weight, [](const Joint& j) { return j.weight; });
  joints(Given::turns, [](const Joint& j) { return j.turns() ? 1.0 : 0.0; });
  joints(Given::limited, [](const Joint& j) {
    return std::isfinite(j.lower) && std::isfinite(j.upper) ? 1.0 : 0.0;
  });
  if (const int slot = program_.given[static_cast<size_t>(Given::locked)]; slot >= 0)
    for (int c = 0; c < model_.columns(); ++c)
      cell(slot).data[c] = problem.locked[static_cast<size_t>(c)];
}

void Machine::beginLearning(const Problem& problem, const double* step) {
  problem_ = &problem;
  evaluated_ = lookedJacobian_ = false;
  std::fill(provided_.begin(), provided_.end(), 0);  // The columns of locked joints were zero.
  if (const int slot = program_.given[static_cast<size_t>(Given::step)]; slot >= 0)
    cell(slot).data = const_cast<double*>(step);
}

Machine::Cell& Machine::resized(int slot, int rows, int columns) {
  Cell& to = cell(slot);
  to.rows = rows;
  to.columns = columns;
  return to;
}

RunState Machine::run(double work) {
  const double most = charged_ + work;
  for (double spent = 0; spent + charged_ <= most;) {
    const Instruction& now = program_.code[static_cast<size_t>(pc_)];
    spent += now.work;
    if (now.op == Op::halt) return RunState::done;
    if (jumps(now)) continue;
    if (!execute(now)) {
      line_ = now.line;
      return RunState::failed;
    }
    ++pc_;
  }
  return RunState::more;
}

bool Machine::jumps(const Instruction& now) {
  switch (now.op) {
    case Op::jump:
      pc_ = now.c;
      return true;
    case Op::jumpUnless:
      pc_ = number(now.a) != 0 ? pc_ + 1 : now.c;
      return true;
    case Op::begin:
      number(now.to) = number(now.flag ? now.b : now.a);
      pc_ = number(now.a) <= number(now.b) ? pc_ + 1 : now.c;
      return true;
    case Op::next: {
      double& at = number(now.to);
      const bool more = now.flag ? at > number(now.a) : at < number(now.b);
      if (more) at += now.flag ? -1 : 1;
      pc_ = more ? now.c : pc_ + 1;
      return true;
    }
    default:
      return false;
  }
}

bool Machine::execute(const Instruction& now) {
  switch (now.op) {
    case Op::number1:
      number(now.to) = applyMap(static_cast<Map1>(now.flag), number(now.a));
      return true;
    case Op::number2:
      number(now.to) = applyMap(static_cast<Map2>(now.flag), number(now.a), number(now.b));
      return true;
    case Op::provide:
      provide(static_cast<Given>(now.flag), now.to);
      return true;
    default:
      break;
  }
  if (now.op <= Op::scaleColumns) return arithmetic(now);
  if (now.op <= Op::gramSolve) return products(now);
  if (now.op <= Op::spd) return factors(now);
  if (now.op <= Op::setPart) return indexing(now);
  if (now.op <= Op::setCount) return lists(now);
  if (now.op <= Op::backtrack) return evaluateOtherPose(now);
  return mechanism(now);
}

bool Machine::arithmetic(const Instruction& now) {
  if (now.op == Op::fill) {
    Cell& to = resized(now.to, now.a, now.b);
    std::fill_n(to.data, to.count(), now.flag == 1 ? 1.0 : 0.0);
    for (int i = 0; now.flag == 2 && i < to.rows; ++i) to.data[i * (to.rows + 1)] = 1;
    return true;
  }
  const Cell& a = cell(now.a);
  switch (now.op) {
    case Op::item:
      number(now.to) = outward_[static_cast<size_t>(number(now.a)) - 1] + 1;
      return true;
    case Op::copy: {
      const Cell& to = resized(now.to, a.rows, a.columns);
      std::copy_n(a.data, a.count(), to.data);
      return true;
    }
    case Op::transpose: {
      const Cell& to = resized(now.to, a.columns, a.rows);
      for (int j = 0; j < a.columns; ++j)
        for (int i = 0; i < a.rows; ++i) to.data[i * to.rows + j] = a.data[j * a.rows + i];
      return true;
    }
    case Op::map1: {
      const Cell& to = resized(now.to, a.rows, a.columns);
      const Map1 map = static_cast<Map1>(now.flag);
      for (int i = 0; i < a.count(); ++i) to.data[i] = applyMap(map, a.data[i]);
      return true;
    }
    case Op::map2: {
      const Cell& b = cell(now.b);
      // A number applies to every entry; a list that happens to have one entry does not.
      const auto one = [&](int slot, const Cell& of) {
        return program_.slots[static_cast<size_t>(slot)].rows == 1 && of.count() == 1;
      };
      const bool oneA = one(now.a, a) && b.count() != 1, oneB = !oneA && one(now.b, b);
      if (!oneA && !oneB && (a.rows != b.rows || a.columns != b.columns)) return false;
      const Cell& size = oneA ? b : a;
      const Cell& to = resized(now.to, size.rows, size.columns);
      const Map2 map = static_cast<Map2>(now.flag);
      const int count = to.count();
      switch (map) {
        case Map2::add:
          mapAll(to.data, count, a.data, oneA, b.data, oneB,
                 [](double x, double y) { return x + y; });
          return true;
        case Map2::subtract:
          mapAll(to.data, count, a.data, oneA, b.data, oneB,
                 [](double x, double y) { return x - y; });
          return true;
        case Map2::multiply:
          mapAll(to.data, count, a.data, oneA, b.data, oneB,
                 [](double x, double y) { return x * y; });
          return true;
        default:
          mapAll(to.data, count, a.data, oneA, b.data, oneB,
                 [map](double x, double y) { return applyMap(map, x, y); });
          return true;
      }
    }
    case Op::where:
    case Op::clamp: {
      const Cell &b = cell(now.b), &c = cell(now.c);
      int rows = std::max({a.rows, b.rows, c.rows});
      for (const Cell* each : {&a, &b, &c})
        if (each->rows == 0) rows = 0;
      for (const Cell* each : {&a, &b, &c})
        if (each->rows != rows && each->rows != 1) return false;
      const Cell& to = resized(now.to, rows, 1);
      const auto at = [](const Cell& of, int i) { return of.data[of.rows == 1 ? 0 : i]; };
      for (int i = 0; i < rows; ++i)
        to.data[i] = now.op == Op::where
                         ? (at(a, i) != 0 ? at(b, i) : at(c, i))
                         : applyMap(Map2::min, applyMap(Map2::max, at(a, i), at(b, i)), at(c, i));
      return true;
    }
    case Op::addDiagonal: {
      const Cell& b = cell(now.b);
      if (a.rows != a.columns || (b.rows != a.rows && b.rows != 1)) return false;
      const Cell& to = resized(now.to, a.rows, a.columns);
      std::copy_n(a.data, a.count(), to.data);
      for (int i = 0; i < a.rows; ++i) {
        const double more = b.data[b.rows == 1 ? 0 : i];
        to.data[i * (a.rows + 1)] += now.flag ? -more : more;
      }
      return true;
    }
    case Op::diagonal: {
      const Cell& to = resized(now.to, a.rows, a.rows);
      std::fill_n(to.data, to.count(), 0.0);
      for (int i = 0; i < a.rows; ++i) to.data[i * (a.rows + 1)] = a.data[i];
      return true;
    }
    default: {  // scaleRows, scaleColumns
      const bool byRows = now.op == Op::scaleRows;
      const Cell& matrix = byRows ? cell(now.b) : a;
      const Cell& by = byRows ? a : cell(now.b);
      if (by.rows != (byRows ? matrix.rows : matrix.columns)) return false;
      const Cell& to = resized(now.to, matrix.rows, matrix.columns);
      for (int j = 0; j < matrix.columns; ++j)
        for (int i = 0; i < matrix.rows; ++i)
          to.data[j * to.rows + i] = by.data[byRows ? i : j] * matrix.data[j * matrix.rows + i];
      return true;
    }
  }
}

// --- parts.

// The value if it is a whole number from 1, otherwise 0.
int Machine::toIndex(int slot) {
  const double value = number(slot);
  return value >= 1 && value <= 1e9 && value == std::floor(value) ? static_cast<int>(value) : 0;
}

// The range from..to within `size` entries. Without slots: all entries; without `to`: one entry.
// False if it is not within the list.
bool Machine::span(int from, int to, int size, int& first, int& count) {
  first = 0;
  count = size;
  if (from < 0) return true;
  const int at = toIndex(from);
  if (to < 0) {
    first = at - 1;
    count = 1;
    return at >= 1 && at <= size;
  }
  const double last = number(to);
  if (at < 1 || last != std::floor(last) || last > size || last < at - 1) return false;
  first = at - 1;
  count = static_cast<int>(last) - first;
  return true;
}

bool Machine::indexing(const Instruction& now) {
  if (now.op == Op::entry || now.op == Op::setEntry) {
    const bool sets = now.op == Op::setEntry;
    const Cell& list = cell(sets ? now.to : now.a);
    const int at = toIndex(now.b);
    if (at < 1 || at > list.count()) return false;
    if (sets)
      list.data[at - 1] = number(now.a);
    else
      number(now.to) = list.data[at - 1];
    return true;
  }
  const bool sets = now.op == Op::setPart;
  const Cell& whole = cell(sets ? now.to : now.a);
  const Parts& parts = program_.parts[static_cast<size_t>(now.b)];
  int row, rows, column, columns;
  if (!span(parts.rowFrom, parts.rowTo, whole.rows, row, rows) ||
      !span(parts.columnFrom, parts.columnTo, whole.columns, column, columns))
    return false;
  if (sets) {
    const Cell& from = cell(now.a);
    const bool one = from.count() == 1;
    if (!one && from.count() != rows * columns) return false;
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        whole.data[(column + j) * whole.rows + row + i] = from.data[one ? 0 : j * rows + i];
    return true;
  }
  // A room stores a row as a column.
  const bool upright =
      rows == 1 && columns != 1 && program_.slots[static_cast<size_t>(now.to)].columns == 1;
  const Cell& to = resized(now.to, upright ? columns : rows, upright ? 1 : columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      to.data[j * rows + i] = whole.data[(column + j) * whole.rows + row + i];
  return true;
}

bool Machine::lists(const Instruction& now) {
  switch (now.op) {
    case Op::reduce: {
      const Cell& a = cell(now.a);
      const Reduction reduction = static_cast<Reduction>(now.flag);
      if (reduction == Reduction::trace) {
        if (a.rows != a.columns) return false;
        double sum = 0;
        for (int i = 0; i < a.rows; ++i) sum += a.data[i * (a.rows + 1)];
        number(now.to) = sum;
        return true;
      }
      number(now.to) = applyReduction(reduction, a.data, a.count());
      return true;
    }
    case Op::reduceColumns: {
      const Cell& a = cell(now.a);
      const Cell& to = resized(now.to, a.columns, 1);
      for (int j = 0; j < a.columns; ++j)
        to.data[j] = applyReduction(static_cast<Reduction>(now.flag), a.data + j * a.rows, a.rows);
      return true;
    }
    case Op::blocks: {
      const Cell& a = cell(now.a);
      const Cell& to = resized(now.to, a.rows / 3, a.columns);
      for (int i = 0; i < to.count(); ++i) to.data[i] = norm(load(a.data + 3 * i));
      return true;
    }
    case Op::diagonalOf: {
      const Cell& a = cell(now.a);
      if (a.rows != a.columns) return false;
      const Cell& to = resized(now.to, a.rows, 1);
      for (int i = 0; i < a.rows; ++i) to.data[i] = a.data[i * (a.rows + 1)];
      return true;
    }
    case Op::list: {
      const Cell& to = resized(now.to, now.a, 1);
      for (int i = 0; i < now.a; ++i)
        to.data[i] = number(program_.lists[static_cast<size_t>(now.b + i)]);
      return true;
    }
    default: {  // setCount
      const double count = std::max(0.0, number(now.b) - number(now.a) + 1);
      const Slot& slot = program_.slots[static_cast<size_t>(now.to)];
      if (!(count <= slot.rows)) return false;
      const Cell& to = resized(now.to, static_cast<int>(count), 1);
      std::fill_n(to.data, to.rows, 0.0);
      return true;
    }
  }
}

}  // namespace iklab::formula
