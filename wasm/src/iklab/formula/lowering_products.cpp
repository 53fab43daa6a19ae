#include <algorithm>

#include "iklab/formula/compiler.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

bool Compiler::isJ(const Node& node) const {
  return node.kind == Kind::name && node.symbol >= 0 &&
         text_.symbols[static_cast<size_t>(node.symbol)].role == Role::given &&
         text_.symbols[static_cast<size_t>(node.symbol)].index == static_cast<int>(Given::J);
}

// The room of the matrix that a pseudoinverse inverts. For J, its decomposition is used without
// writing J.
Value Compiler::pseudoBase(const Node& node) {
  if (!isJ(node)) return plain(node);
  Value j;
  j.type = node.type;
  j.slot = given(Given::J);
  return j;
}

// 0: J J^T, 1: J^T J, -1: neither.
int Compiler::gramKind(const Node& node) const {
  if (node.kind != Kind::beside || node.kids.size() != 2) return -1;
  const Node &a = *node.kids[0], &b = *node.kids[1];
  if (isJ(a) && b.kind == Kind::transpose && isJ(*b.kids[0])) return 0;
  if (isJ(b) && a.kind == Kind::transpose && isJ(*a.kids[0])) return 1;
  return -1;
}

// The product in J J^T or J^T J plus multiples of I; null for any other expression.
const Node* Compiler::gramOf(const Node& base, std::vector<const Node*>& shifts) const {
  if (gramKind(base) >= 0) return &base;
  if (base.kind != Kind::sum || gramKind(*base.kids[0]) < 0) return nullptr;
  for (size_t i = 1; i < base.kids.size(); ++i) {
    if (base.signs[i] != '+' || !base.kids[i]->type.is(Form::identity)) return nullptr;
    shifts.push_back(base.kids[i].get());
  }
  return base.kids[0].get();
}

Value Compiler::beside(const Node& node) {
  if (const int gram = gramKind(node); gram >= 0) {
    const double size = rows(node.type);
    return made(Op::gram, node.type, -1, -1, -1, gram,
                2 * size * size * (gram ? sizes_.rows : sizes_.joints));
  }
  Value number;
  for (const NodePointer& each : node.kids)
    if (each->type.is(Form::number)) {
      const Value next = value(*each);
      number = number.slot < 0 ? next : map2(Map2::multiply, number, next, numberType());
    }
  const std::vector<const Node*> factors = listFactors(node);
  if (factors.empty()) return number;
  const bool fromRight = factors.back()->type.is(Form::vector);
  // J is not written out if a kernel uses it.
  const auto factor = [&](const Node& each) {
    const bool turned = each.kind == Kind::transpose && isJ(*each.kids[0]);
    if (!turned && !isJ(each)) return value(each);
    Value j;
    j.type = each.type;
    j.slot = given(Given::J);
    j.isTransposed = turned;
    return j;
  };
  Value product = factor(fromRight ? *factors.back() : *factors.front());
  if (factors.size() == 1 && product.slot == given(Given::J)) need(Given::J);
  for (size_t i = 1; i < factors.size(); ++i)
    product = fromRight ? times(factor(*factors[factors.size() - 1 - i]), product)
                        : times(product, factor(*factors[i]));
  if (number.slot < 0) return product;
  Type type = product.type;
  return map2(Map2::multiply, number, product, type);
}

Value Compiler::times(Value left, Value right) {
  const Type type = productOf(left.type, right.type);
  const Type &a = left.type, &b = right.type;
  const bool leftJ =
      left.slot == program_.given[static_cast<size_t>(Given::J)] && left.slot >= 0 && !left.pseudo;
  const bool rightJ = right.slot == program_.given[static_cast<size_t>(Given::J)] &&
                      right.slot >= 0 && !right.pseudo;
  const double mn = 2.0 * sizes_.rows * sizes_.joints;
  if (leftJ && b.is(Form::vector))
    return made(left.isTransposed ? Op::jTransposeTimes : Op::jTimes, type, right.slot, -1, -1, 0,
                mn);
  if (rightJ && a.is(Form::row))
    return made(right.isTransposed ? Op::jTimes : Op::jTransposeTimes, type, left.slot, -1, -1, 0,
                mn);
  if (leftJ || rightJ) need(Given::J);
  if (a.is(Form::number) || b.is(Form::number)) {
    if (left.pseudo || left.isTransposed) left = plain(left);
    if (right.pseudo || right.isTransposed) right = plain(right);
    return map2(Map2::multiply, left, right, type);
  }
  if (a.is(Form::identity) && right.base) return times(toMatrix(left, b.rows), right);
  if (b.is(Form::identity) && left.base) return times(left, toMatrix(right, a.rows));
  if (a.is(Form::identity)) {
    if (b.is(Form::identity)) return map2(Map2::multiply, left, right, type);
    return map2(Map2::multiply, left, b.is(Form::diagonal) ? right : plain(right), type);
  }
  if (b.is(Form::identity))
    return map2(Map2::multiply, a.is(Form::diagonal) ? left : plain(left), right, type);
  if (left.base && right.base) {
    Value one;
    one.type = {Form::identity};
    one.slot = constant(1);
    return times(times(left, toMatrix(one, a.rows)), right);
  }
  if (left.base) return inverseTimes(left, right);
  if (right.base) {  // (A^-T X^T)^T.
    Value turned = left;
    turned.type = transposed(left.type);
    if (left.type.is(Form::matrix) && !left.pseudo) turned.isTransposed = !left.isTransposed;
    if (left.pseudo) {
      turned = plain(left);
      turned.isTransposed = true;
      turned.type = transposed(left.type);
    }
    Value of = right;
    of.isTransposed = !right.isTransposed;
    Value made = inverseTimes(of, turned);
    if (made.type.is(Form::matrix)) made.isTransposed = !made.isTransposed;
    made.fresh = false;
    made.type = type;
    return made;
  }
  if (left.pseudo && (b.is(Form::vector) || (b.is(Form::matrix) && !right.pseudo))) {
    const Value of = plain(right);
    const double m = columns(a), n = rows(a), least = std::min(m, n);
    return made(Op::pinvTimes, type, left.slot, of.slot, left.cutoff, 0,
                12 * m * n * least + 2 * (m + n) * least * columns(type));
  }
  if (left.pseudo) left = plain(left);
  if (right.pseudo) right = plain(right);
  if (a.is(Form::diagonal) || b.is(Form::diagonal)) {
    if (a.is(Form::diagonal) && b.is(Form::diagonal))
      return map2(Map2::multiply, left, right, type);
    if (a.is(Form::diagonal) && b.is(Form::vector)) return map2(Map2::multiply, left, right, type);
    if (b.is(Form::diagonal) && a.is(Form::row)) return map2(Map2::multiply, left, right, type);
    if (a.is(Form::diagonal)) {
      right = plain(right);
      return made(Op::scaleRows, type, left.slot, right.slot, -1, 0, entries(type));
    }
    left = plain(left);
    return made(Op::scaleColumns, type, left.slot, right.slot, -1, 0, entries(type));
  }
  if (type.is(Form::number))
    return made(Op::dot, type, left.slot, right.slot, -1, 0, 2 * columns(a));
  const int flag = (left.isTransposed || a.is(Form::row) ? 1 : 0) |
                   (right.isTransposed || b.is(Form::row) ? 2 : 0);
  // A room stores a row as a column. For J and similar matrices the product is that of the
  // transpose.
  if (type.is(Form::row)) {
    const int turned = right.isTransposed ? 0 : 1;
    return made(Op::timesList, type, right.slot, left.slot, -1, turned, 2 * rows(b) * columns(b));
  }
  const Op op = type.is(Form::vector) ? Op::timesList : Op::times;
  return made(op, type, left.slot, right.slot, -1, flag,
              2 * rows(type) * columns(type) * columns(a));
}

// Writes a multiple of I as a matrix.
Value Compiler::toMatrix(const Value& multiple, const Size& size) {
  const Type type = matrixType(size, size, true);
  const Value zeros = made(Op::fill, type, static_cast<int>(rows(type)),
                           static_cast<int>(columns(type)), -1, 0, entries(type));
  return made(Op::addDiagonal, type, zeros.slot, multiple.slot, -1, 0, entries(type));
}

// A^-1 X.
Value Compiler::inverseTimes(const Value& left, Value right) {
  const Node& base = *left.base;
  const Type type = productOf(left.type, right.type);
  const double n = rows(left.type), wide = type.is(Form::matrix) ? columns(type) : 1;
  std::vector<const Node*> shifts;
  const Node* gram = right.type.is(Form::vector) ? gramOf(base, shifts) : nullptr;
  if (gram) {
    const int kind = gramKind(*gram);
    Value shift{numberType(), constant(0)};
    for (size_t i = 0; i < shifts.size(); ++i) {
      const Value next = value(*shifts[i]);
      shift = i == 0 ? next : map2(Map2::add, shift, next, numberType());
    }
    scratch(n * n + n);
    return made(Op::gramSolve, type, shift.slot, right.slot, -1, kind,
                2 * n * n * (kind ? sizes_.rows : sizes_.joints) + n * n * n + 2 * n * n);
  }
  const Value matrix = plain(base);
  const Value of =
      right.type.is(Form::diagonal) || right.isTransposed || right.pseudo ? plain(right) : right;
  const int flag = (base.type.symmetric ? 1 : 0) | (left.isTransposed ? 2 : 0);
  scratch(n * n + n);
  return made(Op::solve, type, matrix.slot, of.slot, -1, flag, n * n * n + 2 * n * n * wide);
}

Value Compiler::product(const Node& node) {
  const Type& type = node.type;
  if (node.sign == Sign::dot) {
    const auto factor = [&](const Node& each) {
      if (!isJ(each)) return value(each);
      Value j;
      j.type = each.type;
      j.slot = given(Given::J);
      return j;
    };
    const Value left = factor(*node.kids[0]), right = factor(*node.kids[1]);
    if (left.type.is(Form::vector) && right.type.is(Form::vector))
      return made(Op::dot, type, left.slot, right.slot, -1, 0, 2 * rows(left.type));
    return times(left, right);
  }
  Value left = value(*node.kids[0]), right = value(*node.kids[1]);
  if (node.sign == Sign::cross) return made(Op::cross, type, left.slot, right.slot, -1, 0, 9);
  const Map2 map = node.sign == Sign::entry ? Map2::multiply : Map2::divide;
  if (left.type.is(Form::matrix)) left = plain(left);
  if (right.type.is(Form::matrix)) right = plain(right);
  return map2(map, left, right, type);
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
