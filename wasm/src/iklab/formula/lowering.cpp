#include <algorithm>
#include <cmath>

#include "iklab/formula/compiler.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

int flagOf(Map1 map) { return static_cast<int>(map); }
int flagOf(Map2 map) { return static_cast<int>(map); }

}  // namespace

Value Compiler::made(Op op, const Type& type, int a, int b, int c, int flag, double steps) {
  Value value;
  value.type = type;
  value.slot = addSlot(type);
  value.fresh = true;
  add(op, value.slot, a, b, c, flag, steps);
  return value;
}

Value Compiler::value(const Node& node) {
  switch (node.kind) {
    case Kind::number:
    case Kind::truth: {
      Value made;
      made.type = node.type;
      made.slot = constant(node.value);
      return made;
    }
    case Kind::name:
      return name(node);
    case Kind::call:
      return call(node);
    case Kind::list:
      return list(node);
    case Kind::each:
      return each(node);
    case Kind::index:
      return index(node);
    case Kind::transpose:
      return transpose(node);
    case Kind::pseudoinverse: {
      Value made = pseudoBase(*node.kids[0]);
      made.type = node.type;
      made.pseudo = true;
      made.fresh = false;
      return made;
    }
    case Kind::power:
      return power(node);
    case Kind::entryPower:
      return map2(Map2::power, plain(*node.kids[0]), plain(*node.kids[1]), node.type);
    case Kind::degree:
      return map2(Map2::multiply, value(*node.kids[0]),
                  {numberType(), constant(3.14159265358979323846 / 180)}, numberType());
    case Kind::negate:
      return map1(Map1::negate, value(*node.kids[0]));
    case Kind::sum:
      return sum(node);
    case Kind::beside:
      return beside(node);
    case Kind::product:
      return product(node);
    case Kind::compare: {
      static constexpr Map2 maps[] = {Map2::less,         Map2::lessEqual, Map2::greater,
                                      Map2::greaterEqual, Map2::equal,     Map2::unequal};
      const Map2 map = maps[static_cast<int>(node.sign) - static_cast<int>(Sign::less)];
      const Value left = plain(*node.kids[0]), right = plain(*node.kids[1]);
      return map2(map, left, right, node.type);
    }
    case Kind::is:
      return map2(Map2::equal, value(*node.kids[0]), {numberType(), constant(node.value)},
                  node.type);
    case Kind::both:
    case Kind::either:
    case Kind::no:
      return logic(node);
    case Kind::choose:
      return choose(node);
    case Kind::length:
      return reduce(Reduction::norm, *node.kids[0], node.type);
    case Kind::magnitude:
      return map1(Map1::abs, plain(*node.kids[0]));
    default:
      return {};
  }
}

// The slot of a value stored as it is, after any pending operation.
Value Compiler::plain(Value value) {
  const Type type = value.type;
  const double work = entries(type);
  if (value.base) {  // The check has ensured that an inverse is a factor.
    value.base = nullptr;
    return value;
  }
  if (value.pseudo) {
    const double m = columns(type), n = rows(type);
    return made(Op::pinv, type, value.slot, -1, value.cutoff, 0,
                12 * m * n * std::min(m, n) + 2 * m * n * std::min(m, n));
  }
  if (type.is(Form::matrix) && value.isTransposed)
    return made(Op::transpose, type, value.slot, -1, -1, 0, work);
  if (type.is(Form::diagonal))
    return made(Op::diagonal, matrixType(type.rows, type.columns, true), value.slot, -1, -1, 0,
                work);
  return value;
}

Value Compiler::name(const Node& node) {
  const Symbol& symbol = text_.symbols[static_cast<size_t>(node.symbol)];
  Value made;
  made.type = node.type;
  made.slot = slotOf(node.symbol);
  if (symbol.role != Role::given) return made;
  const Given one = static_cast<Given>(symbol.index);
  switch (one) {
    case Given::J:
    case Given::U:
    case Given::sigma:
    case Given::V:
    case Given::r:
    case Given::H:
    case Given::distance:
      need(one);
      break;
    case Given::I:
      made.slot = constant(1);
      break;
    case Given::pi:
      made.slot = constant(3.14159265358979323846);
      break;
    case Given::infinity:
      made.slot = constant(kInfinity);
      break;
    default:
      break;
  }
  return made;
}

// Stores the slots of one or two indices; returns the index in `parts`.
int Compiler::parts(const std::vector<NodePointer>& nodes, size_t first, const Type& of) {
  (void)of;
  Parts made;
  const auto read = [&](const Node& node, int& from, int& to) {
    if (node.kind == Kind::all) return;
    if (node.kind == Kind::span) {
      from = number(*node.kids[0]);
      to = number(*node.kids[1]);
    } else {
      from = number(node);
    }
  };
  read(*nodes[first], made.rowFrom, made.rowTo);
  if (nodes.size() > first + 1)
    read(*nodes[first + 1], made.columnFrom, made.columnTo);
  else
    made.columnFrom = constant(1);
  program_.parts.push_back(made);
  return static_cast<int>(program_.parts.size()) - 1;
}

Value Compiler::index(const Node& node) {
  const Value of = plain(*node.kids[0]);
  if (of.type.is(Form::vector) && node.kids[1]->kind != Kind::all &&
      node.kids[1]->kind != Kind::span) {
    const int at = number(*node.kids[1]);
    return made(Op::entry, node.type, of.slot, at, -1, 0, 1);
  }
  const int at = parts(node.kids, 1, of.type);
  return made(Op::part, node.type, of.slot, at, -1, 0, entries(node.type));
}

Value Compiler::transpose(const Node& node) {
  Value made = value(*node.kids[0]);
  made.fresh = false;
  if (made.type.is(Form::diagonal) || made.type.is(Form::identity)) return made;
  if (made.pseudo) made = plain(made);
  made.isTransposed = (made.type.is(Form::matrix) || made.base) && !made.isTransposed;
  made.type = node.type;
  return made;
}

Value Compiler::power(const Node& node) {
  const Node& exponent = *node.kids[1];
  // With exponent -1: a factor, computed where it is used.
  if (node.kids[0]->type.is(Form::matrix)) {
    Value made;
    made.type = node.type;
    made.base = node.kids[0].get();
    return made;
  }
  const Value of = value(*node.kids[0]);
  if (exponent.kind == Kind::number && exponent.value == 2)
    return map2(Map2::multiply, of, of, node.type);
  if (exponent.kind == Kind::number && exponent.value == -1)
    return map2(Map2::divide, {numberType(), constant(1)}, of, node.type);
  return map2(Map2::power, of, value(exponent), node.type);
}

Value Compiler::map1(Map1 map, Value of) {
  of.fresh = false;
  const Type type = of.type;
  if (of.pseudo) of = plain(of);
  if (type.is(Form::number) || type.is(Form::identity))
    return made(Op::number1, type, of.slot, -1, -1, flagOf(map), 1);
  Type kept = type;  // A transpose stays one.
  if (type.is(Form::matrix) && of.isTransposed) kept = transposed(type);
  Value result = made(Op::map1, kept, of.slot, -1, -1, flagOf(map), entries(kept));
  result.isTransposed = of.isTransposed;
  result.type = type;
  return result;
}

Value Compiler::map2(Map2 map, Value left, Value right, Type type) {
  if (left.isTransposed || left.pseudo) left = plain(left);
  if (right.isTransposed || right.pseudo) right = plain(right);
  const bool numbers =
      (left.type.is(Form::number) || left.type.is(Form::identity) || left.type.is(Form::choice)) &&
      (right.type.is(Form::number) || right.type.is(Form::identity) || right.type.is(Form::choice));
  return made(numbers ? Op::number2 : Op::map2, type, left.slot, right.slot, -1, flagOf(map),
              numbers ? 1 : entries(type));
}

Value Compiler::sum(const Node& node) {
  Value made = value(*node.kids[0]);
  Type type = made.type;
  for (size_t i = 1; i < node.kids.size(); ++i) {
    const Value next = value(*node.kids[i]);
    const bool whole =
        next.type.is(Form::matrix) || (next.type.is(Form::diagonal) && !type.is(Form::matrix));
    if (type.is(Form::identity) || type.is(Form::number))
      type = next.type;
    else if (whole)
      type = next.type.is(Form::matrix) ? next.type : type;
    made = addValues(made, next, node.signs[i] == '-', type);
  }
  made.type = node.type;
  return made;
}

// type: that of the sum, except for symmetry.
Value Compiler::addValues(Value left, Value right, bool minus, const Type& type) {
  const Map2 map = minus ? Map2::subtract : Map2::add;
  const bool matrix = left.type.is(Form::matrix) || right.type.is(Form::matrix);
  if (matrix) {
    Type whole = left.type.is(Form::matrix) ? left.type : right.type;
    whole.symmetric = false;
    if (!right.type.is(Form::matrix)) {
      const Value base = plain(left);
      return made(Op::addDiagonal, whole, base.slot, right.slot, -1, minus, entries(whole));
    }
    if (!left.type.is(Form::matrix)) {
      Value base = plain(right);
      if (minus) base = map1(Map1::negate, base);
      return made(Op::addDiagonal, whole, base.slot, left.slot, -1, 0, entries(whole));
    }
    return map2(map, plain(left), plain(right), whole);
  }
  if (left.type.is(Form::diagonal) || right.type.is(Form::diagonal)) {
    const Type whole = left.type.is(Form::diagonal) ? left.type : right.type;
    return map2(map, left, right, whole);
  }
  Type whole = type;
  if (left.type.is(Form::vector) || left.type.is(Form::row)) whole = left.type;
  if (right.type.is(Form::vector) || right.type.is(Form::row)) whole = right.type;
  if (left.type.is(Form::number) && right.type.is(Form::number)) whole = numberType();
  if (left.type.is(Form::identity) && right.type.is(Form::identity)) whole = left.type;
  return map2(map, left, right, whole);
}

// The value of n, m or a literal number; empty for any other expression.
std::optional<double> Compiler::size(const Node& node) const {
  if (node.kind == Kind::number) return node.value;
  if (node.kind != Kind::name || node.symbol < 0) return {};
  const Symbol& symbol = text_.symbols[static_cast<size_t>(node.symbol)];
  if (symbol.role != Role::given) return {};
  if (symbol.index == static_cast<int>(Given::n)) return sizes_.joints;
  if (symbol.index == static_cast<int>(Given::m)) return sizes_.rows;
  return {};
}

// Whether the scene alone decides the condition: 1 yes, 0 no, -1 it does not.
int Compiler::evaluateCondition(const Node& condition) const {
  if (condition.kind != Kind::compare) return -1;
  const auto a = size(*condition.kids[0]), b = size(*condition.kids[1]);
  if (!a || !b) return -1;
  switch (condition.sign) {
    case Sign::less:
      return *a < *b;
    case Sign::lessEqual:
      return *a <= *b;
    case Sign::greater:
      return *a > *b;
    case Sign::greaterEqual:
      return *a >= *b;
    default:
      return (*a == *b) == (condition.sign == Sign::equal);
  }
}

Value Compiler::choose(const Node& node) {
  if (const int way = evaluateCondition(*node.kids[1]); way >= 0) {
    const Node& taken = *node.kids[way ? 0 : 2];
    Value made = node.type.is(Form::diagonal) ? value(taken) : plain(taken);
    made.type = node.type;
    return made;
  }
  const int condition = number(*node.kids[1]);
  const std::vector<char> needed = needed_;
  const Type& type = node.type;
  Value result;
  result.type = type;
  result.slot = addSlot(type);
  const auto into = [&](const Node& kid) {
    const Value made = type.is(Form::diagonal) ? value(kid) : plain(kid);
    add(Op::copy, result.slot, made.slot, -1, -1, 0,
        type.is(Form::row) ? columns(type) : entries(type));
    needed_ = needed;
  };
  const size_t jump = add(Op::jumpUnless, -1, condition);
  const double before = work_;
  into(*node.kids[0]);
  const double first = work_;
  const size_t over = add(Op::jump, -1);
  setJumpTarget(jump);
  work_ = before;
  into(*node.kids[2]);
  work_ = std::max(work_, first);
  setJumpTarget(over);
  return result;
}

// For numbers, the second operand is only evaluated if the first does not decide the result.
Value Compiler::logic(const Node& node) {
  if (node.kind == Kind::no) return map1(Map1::no, value(*node.kids[0]));
  const bool both = node.kind == Kind::both;
  if (!node.type.is(Form::number)) {
    const Value left = value(*node.kids[0]), right = value(*node.kids[1]);
    return map2(both ? Map2::both : Map2::either, left, right, node.type);
  }
  Value result;
  result.type = node.type;
  result.slot = addSlot(1, 1);
  add(Op::copy, result.slot, number(*node.kids[0]));
  const std::vector<char> needed = needed_;
  int asked = result.slot;
  if (!both) {
    asked = addSlot(1, 1);
    add(Op::number1, asked, result.slot, -1, -1, flagOf(Map1::no));
  }
  const size_t jump = add(Op::jumpUnless, -1, asked);
  add(Op::copy, result.slot, number(*node.kids[1]));
  setJumpTarget(jump);
  needed_ = needed;
  return result;
}

Value Compiler::list(const Node& node) {
  std::vector<int> rooms;
  for (const NodePointer& kid : node.kids) rooms.push_back(number(*kid));
  const int at = static_cast<int>(program_.lists.size());
  program_.lists.insert(program_.lists.end(), rooms.begin(), rooms.end());
  return made(Op::list, node.type, static_cast<int>(rooms.size()), at, -1, 0, entries(node.type));
}

Value Compiler::each(const Node& node) {
  Value result;
  result.type = node.kind == Kind::each ? node.type : vectorType({});
  result.slot = addSlot(countIterations(node.range), 1);
  const std::vector<char> needed = needed_;
  const auto [low, high] = bounds(node.range);
  add(Op::setCount, result.slot, low, high, -1, 0, countIterations(node.range));
  int counter = -1;
  const size_t start = beginLoop(node.range, counter);
  const int entry = number(*node.kids[0]);
  int place = slotOf(node.range.symbol);
  if (node.range.over == Over::span) {
    const int less = addSlot(1, 1);
    add(Op::number2, less, place, low, -1, flagOf(Map2::subtract));
    place = addSlot(1, 1);
    add(Op::number2, place, less, constant(1), -1, flagOf(Map2::add));
  }
  add(Op::setEntry, result.slot, entry, place);
  endLoop(node.range, counter, start, {});
  needed_ = needed;
  return result;
}

Value Compiler::reduce(Reduction reduction, const Node& node, const Type& type) {
  Value of = value(node);
  if (of.type.is(Form::matrix) || of.type.is(Form::diagonal)) of = plain(of);
  const bool columns = of.type.is(Form::matrix) && type.is(Form::vector);
  return made(columns ? Op::reduceColumns : Op::reduce, type, of.slot, -1, -1,
              static_cast<int>(reduction), entries(of.type));
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
