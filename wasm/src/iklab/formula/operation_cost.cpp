#include "iklab/formula/operation_cost.hpp"

#include "iklab/formula/functions.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

constexpr double kDispatch = 15;  // Cost of starting an operation.

// Every switch names all cases, so that the compiler reports one without a price.

double perEntry(Map1 map) {
  switch (map) {
    case Map1::negate:
    case Map1::no:
    case Map1::abs:
    case Map1::sign:
      return 6;
    case Map1::sqrt:
      return 10;
    case Map1::log:
      return 12;
    case Map1::exp:
      return 14;
    case Map1::tanh:
      return 40;
    case Map1::sin:  // Numbers beyond 1e15 take four times as long as others.
    case Map1::cos:
      return 150;
    case Map1::tan:
      return 280;
  }
  return 0;
}

double perEntry(Map2 map) {
  switch (map) {
    case Map2::add:
    case Map2::subtract:
      return 1;
    case Map2::multiply:
      return 25;
    case Map2::divide:
      return 60;
    case Map2::power:
      return 60;
    case Map2::atan2:
      return 60;
    case Map2::min:
    case Map2::max:
    case Map2::copysign:
    case Map2::less:
    case Map2::lessEqual:
    case Map2::greater:
    case Map2::greaterEqual:
    case Map2::equal:
    case Map2::unequal:
    case Map2::both:
    case Map2::either:
      return 8;
  }
  return 0;
}

double perEntry(Reduction reduction) {
  switch (reduction) {
    case Reduction::product:
    case Reduction::norm:
      return 25;
    case Reduction::sum:
    case Reduction::min:
    case Reduction::max:
    case Reduction::any:
    case Reduction::all:
    case Reduction::trace:
      return 3;
  }
  return 0;
}

double perStepOfGiven(Given given) {
  // The Jacobian belongs to the mechanism: a formula cannot make its decomposition slow.
  const bool spectral = given == Given::U || given == Given::sigma || given == Given::V;
  return spectral ? 0.3 : 1;
}

double perStep(Op op, int flag) {
  switch (op) {
    case Op::number1:
    case Op::map1:
      return perEntry(static_cast<Map1>(flag));
    case Op::number2:
    case Op::map2:
      return perEntry(static_cast<Map2>(flag));
    case Op::reduce:
    case Op::reduceColumns:
      return perEntry(static_cast<Reduction>(flag));
    case Op::provide:
      return perStepOfGiven(static_cast<Given>(flag));
    case Op::halt:
    case Op::jump:
    case Op::jumpUnless:
    case Op::begin:
    case Op::next:
    case Op::item:
    case Op::entry:
    case Op::setEntry:
    case Op::carries:
      return 5;
    case Op::fill:
    case Op::copy:
    case Op::transpose:
    case Op::addDiagonal:
    case Op::diagonal:
    case Op::diagonalOf:
    case Op::part:
    case Op::setPart:
    case Op::setCount:
    case Op::cross:
      return 2;
    case Op::list:
    case Op::where:
    case Op::clamp:
    case Op::blocks:
    case Op::jOf:
    case Op::eOf:
    case Op::tip:
    case Op::goal:
    case Op::axis:
    case Op::origin:
      return 6;
    case Op::scaleRows:
    case Op::scaleColumns:
      return 25;
    case Op::dot:
    case Op::timesList:
    case Op::jTimes:
    case Op::jTransposeTimes:
      return 8;
    case Op::times:
    case Op::gram:
    case Op::gramSolve:
    case Op::chol:
    case Op::spd:
    case Op::rotate:
      return 1;
    case Op::solve:
    case Op::eig:
      return 1.5;
    case Op::svd:
    case Op::pinv:
    case Op::pinvTimes:
    case Op::projector:
      return 2;
    case Op::qr:
    case Op::eAt:
    case Op::fAt:
    case Op::jAt:
    case Op::dJ:
    case Op::wolfe:
    case Op::backtrack:
      return 0.7;
  }
  return 0;
}

// The cost of an operation on the smallest matrices.
double fixed(Op op) {
  switch (op) {
    case Op::svd:
    case Op::pinv:
    case Op::pinvTimes:
    case Op::projector:
      return 2500;
    case Op::eig:
      return 500;
    case Op::times:
    case Op::timesList:
    case Op::solve:
    case Op::gramSolve:
      return 60;
    default:
      return kDispatch;
  }
}

}  // namespace

double costOfOperation(Op op, int flag, double steps) {
  return fixed(op) + perStep(op, flag) * steps;
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
