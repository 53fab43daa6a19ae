#include <algorithm>

#include "iklab/formula/compiler.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

Value Compiler::call(const Node& node) {
  const Call call = static_cast<Call>(node.symbol);
  const Type& type = node.type;
  const auto kid = [&](size_t i) -> const Node& { return *node.kids[i]; };
  const auto reduction = [&](Call one) {
    switch (one) {
      case Call::prod:
        return Reduction::product;
      case Call::min:
        return Reduction::min;
      case Call::max:
        return Reduction::max;
      case Call::norm:
        return Reduction::norm;
      case Call::any:
        return Reduction::any;
      case Call::all:
        return Reduction::all;
      case Call::trace:
        return Reduction::trace;
      default:
        return Reduction::sum;
    }
  };
  if (node.range.over != Over::none) {
    const Value all = each(node);
    return made(Op::reduce, type, all.slot, -1, -1, static_cast<int>(reduction(call)),
                countIterations(node.range));
  }
  const double m = node.kids.empty() ? 1 : rows(kid(0).type),
               n = node.kids.empty() ? 1 : columns(kid(0).type), least = std::min(m, n);
  const double looking = 60.0 * sizes_.joints, jacobian = 12.0 * sizes_.rows * sizes_.joints;
  switch (call) {
    case Call::abs:
      return map1(Map1::abs, value(kid(0)));
    case Call::sqrt:
      return map1(Map1::sqrt, value(kid(0)));
    case Call::exp:
      return map1(Map1::exp, value(kid(0)));
    case Call::log:
      return map1(Map1::log, value(kid(0)));
    case Call::sin:
      return map1(Map1::sin, value(kid(0)));
    case Call::cos:
      return map1(Map1::cos, value(kid(0)));
    case Call::tan:
      return map1(Map1::tan, value(kid(0)));
    case Call::tanh:
      return map1(Map1::tanh, value(kid(0)));
    case Call::sign:
      return map1(Map1::sign, value(kid(0)));
    case Call::min:
    case Call::max: {
      if (node.kids.size() == 1) return reduce(reduction(call), kid(0), type);
      Value result = value(kid(0));
      for (size_t i = 1; i < node.kids.size(); ++i) {
        const Value next = value(kid(i));
        result = map2(call == Call::min ? Map2::min : Map2::max, result, next,
                      result.type.is(Form::vector) ? result.type
                      : next.type.is(Form::vector) ? next.type
                                                   : numberType());
      }
      return result;
    }
    case Call::atan2:
    case Call::copysign: {
      const Value a = value(kid(0)), b = value(kid(1));
      return map2(call == Call::atan2 ? Map2::atan2 : Map2::copysign, a, b, type);
    }
    case Call::clamp:
    case Call::where: {
      const Value a = value(kid(0)), b = value(kid(1)), c = value(kid(2));
      return made(call == Call::clamp ? Op::clamp : Op::where, type, a.slot, b.slot, c.slot, 0,
                  entries(type));
    }
    case Call::sum:
    case Call::prod:
    case Call::norm:
    case Call::any:
    case Call::all:
      return reduce(reduction(call), kid(0), type);
    case Call::trace: {
      const Value of = value(kid(0));
      if (of.type.is(Form::diagonal))
        return made(Op::reduce, type, of.slot, -1, -1, static_cast<int>(Reduction::sum), m);
      return reduce(Reduction::trace, kid(0), type);
    }
    case Call::diag: {
      Value of = value(kid(0));
      if (of.type.is(Form::matrix)) return made(Op::diagonalOf, type, plain(of).slot, -1, -1, 0, m);
      of.type = type;  // A list and a diagonal have the same storage.
      of.fresh = false;
      return of;
    }
    case Call::zeros:
    case Call::ones:
    case Call::eye: {
      const int flag = call == Call::zeros ? 0 : call == Call::ones ? 1 : 2;
      return made(Op::fill, type, static_cast<int>(rows(type)), static_cast<int>(columns(type)), -1,
                  flag, entries(type));
    }
    case Call::pinv: {
      Value result = pseudoBase(kid(0));
      if (node.kids.size() == 2) result.cutoff = number(kid(1));
      result.type = type;
      result.pseudo = true;
      result.fresh = false;
      return result;
    }
    case Call::solve: {
      Value inverse;
      inverse.type = {Form::inverse, false, kid(0).type.rows, kid(0).type.columns,
                      kid(0).type.symmetric};
      inverse.base = &kid(0);
      return inverseTimes(inverse, value(kid(1)));
    }
    case Call::chol:
      return made(Op::chol, type, plain(kid(0)).slot, -1, -1, 0, m * m * m / 3);
    case Call::projector:
      return made(Op::projector, type, plain(kid(0)).slot, -1, -1, 0,
                  12 * m * n * least + 2 * n * n * least);
    case Call::spd: {
      const Value of = plain(kid(0));
      const int floor = node.kids.size() == 2 ? number(kid(1)) : -1;
      scratch(m * m + m);
      return made(Op::spd, type, of.slot, floor, -1, 0, m * m * m / 3);
    }
    case Call::e_at:
      return made(Op::eAt, type, value(kid(0)).slot, -1, -1, 0, looking);
    case Call::f_at:
      return made(Op::fAt, type, value(kid(0)).slot, -1, -1, 0, looking);
    case Call::J_at:
      return made(Op::jAt, type, value(kid(0)).slot, -1, -1, 0, looking + jacobian);
    case Call::dJ:
      return made(Op::dJ, type, value(kid(0)).slot, -1, -1, 0,
                  6 * jacobian + 10.0 * sizes_.joints * sizes_.joints);
    case Call::wolfe: {
      const Value d = value(kid(0));
      const int first = number(kid(1)), slope = number(kid(2));
      return made(Op::wolfe, type, d.slot, first, slope, 0, 40 * (looking + jacobian));
    }
    case Call::backtrack:
      return made(Op::backtrack, type, value(kid(0)).slot, -1, -1, 0, 40 * looking);
    case Call::J_of:
      need(Given::J);
      return made(Op::jOf, type, given(Given::J), number(kid(0)), -1, 0, entries(type));
    case Call::e_of:
      return made(Op::eOf, type, given(Given::e), number(kid(0)), -1, 0, 6);
    case Call::tip:
      return made(Op::tip, type, number(kid(0)), -1, -1, 0, 3);
    case Call::goal:
      return made(Op::goal, type, number(kid(0)), -1, -1, 0, 3);
    case Call::axis:
      return made(Op::axis, type, number(kid(0)), -1, -1, 0, 3);
    case Call::origin:
      return made(Op::origin, type, number(kid(0)), -1, -1, 0, 3);
    case Call::carries: {
      const int joint = number(kid(0)), target = number(kid(1));
      return made(Op::carries, type, joint, target, -1, 0, 1);
    }
    case Call::turn: {
      const Value axis = value(kid(0));
      const int angle = number(kid(1));
      return made(Op::rotate, type, axis.slot, angle, value(kid(2)).slot, 0, 40);
    }
    case Call::cross: {
      const Value a = value(kid(0)), b = value(kid(1));
      return made(Op::cross, type, a.slot, b.slot, -1, 0, 9);
    }
    case Call::blocks:
      return made(Op::blocks, type, plain(kid(0)).slot, -1, -1, 0, 2 * m * n);
    default:
      return {};
  }
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
