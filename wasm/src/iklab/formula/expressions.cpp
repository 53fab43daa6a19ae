#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

Type Checker::find(Node& node) {
  switch (node.kind) {
    case Kind::number:
      return numberType();
    case Kind::truth:
      return truthType();
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
      const Type of = type(*node.kids[0]);
      if (of.unknown()) return of;
      if (of.is(Form::matrix)) return matrixType(of.columns, of.rows);
      return needs(node.place, "⁺", "a matrix", of);
    }
    case Kind::power:
      return power(node);
    case Kind::entryPower:
      return entryPower(node);
    case Kind::degree: {
      number(*node.kids[0], "An angle");
      return numberType();
    }
    case Kind::negate: {
      Type of = type(*node.kids[0]);
      of.counts = {};
      if (of.truth || of.is(Form::choice) || of.is(Form::inverse)) return rejected(node, "−", of);
      return of;
    }
    case Kind::sum:
      return sum(node);
    case Kind::beside:
      return checkJuxtaposition(node);
    case Kind::product:
      return product(node);
    case Kind::compare:
      return compare(node);
    case Kind::is:
      return optionIs(node);
    case Kind::both:
    case Kind::either:
    case Kind::no:
      return logic(node);
    case Kind::choose:
      return choose(node);
    case Kind::length:
      return length(node);
    case Kind::magnitude:
      return magnitude(node);
    case Kind::all:
    case Kind::span:
      break;
  }
  return fault(node.place, "**:** and **..** are only allowed in an index.");
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
