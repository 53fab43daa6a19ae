#include <algorithm>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

Type Checker::number(Node& node, std::string_view what) {
  const Type found = type(node);
  if (found.unknown() || (found.is(Form::number) && !found.truth)) return found;
  return noNumber(node, what);
}

Type Checker::transpose(Node& node) {
  const Type of = type(*node.kids[0]);
  switch (of.form) {
    case Form::unknown:
    case Form::vector:
    case Form::row:
    case Form::matrix:
    case Form::diagonal:
    case Form::identity:
    case Form::inverse:
      if (!of.truth) return transposed(of);
      [[fallthrough]];
    default:
      return needs(node.place, "ᵀ", "a vector or matrix", of);
  }
}

Type Checker::power(Node& node) {
  const Type of = type(*node.kids[0]);
  const Type to = number(*node.kids[1], "An exponent");
  if (of.unknown() || to.unknown()) return {};
  const Node& exponent = *node.kids[1];
  const Node& base = *node.kids[0];
  if (of.is(Form::number) && !of.truth) return numberType();
  if (of.is(Form::diagonal)) return of;
  if (of.is(Form::identity)) return of;
  if (of.is(Form::vector)) {
    if (exponent.kind == Kind::number && exponent.value == 2)
      return fault(
          node.place,
          formatSentence("**%1.²** squares each entry, **‖%1‖²** is the squared length.", {base}),
          {replace(node, formatSentence("%1.²", {base})),
           replace(node, formatSentence("‖%1‖²", {base}))});
    return fault(node.place, "Powers of a vector are taken entry by entry: **x.^p**.");
  }
  const bool inverse = exponent.kind == Kind::number && exponent.value == -1;
  if (of.is(Form::matrix) && inverse) {
    if (!of.square())
      return fault(
          node.place,
          formatSentence(
              "**%2** is %1, not square: it has no inverse. Use the pseudoinverse **%2⁺**.",
              {Part::form(of), base}),
          {replace(node, formatSentence("%1⁺", {base}))});
    return {Form::inverse, false, of.rows, of.columns, of.symmetric};
  }
  if (of.is(Form::matrix))
    return fault(node.place,
                 "The only power of a matrix is **A⁻¹**. For the square, write **A A**.");
  return fault(node.place, "Cannot take a power of %1.", {of});
}

Type Checker::entryPower(Node& node) {
  const Type of = type(*node.kids[0]);
  const Type to = number(*node.kids[1], "An exponent");
  if (of.unknown() || to.unknown()) return {};
  const bool fits = of.is(Form::number) || of.is(Form::vector) || of.is(Form::matrix);
  if (!fits || of.truth) return fault(node.place, "Cannot take a power of %1.", {of});
  Type made = of;
  made.counts = {};
  return made;
}

Type Checker::entries(const Node& node, const Type& left, const Type& right, const Node& a,
                      const Node& b) {
  if (left.unknown() || right.unknown()) return {};
  const auto listed = [](const Type& type) {
    return type.is(Form::vector) || type.is(Form::number);
  };
  if (left.is(Form::matrix) && isSameType(left, right))
    return matrixType(left.rows, left.columns, left.symmetric && right.symmetric);
  if (!listed(left) || !listed(right)) {
    const bool same = left.is(right.form);
    if (same && left.is(Form::row) && left.columns == right.columns) return left;
    return fault(node.place, "Cannot combine %1 and %2 entry by entry.", {left, right});
  }
  if (left.is(Form::number)) return right.is(Form::number) ? numberType() : vectorType(right.rows);
  if (right.is(Form::number) || left.rows == right.rows) return vectorType(left.rows);
  std::vector<Fix> fixes;
  if (left.rows == kDirections && right.rows == kRows)
    fixes.push_back(replace(b, formatSentence("Uᵀ%1", {b})));
  if (left.rows == kRows && right.rows == kDirections)
    fixes.push_back(replace(a, formatSentence("Uᵀ%1", {a})));
  return sizesDiffer(node.place, a, left.rows, b, right.rows, std::move(fixes));
}

Type Checker::sum(Node& node) {
  Type made = type(*node.kids[0]);
  bool unknown = made.unknown();
  made.counts = {};
  for (size_t i = 1; i < node.kids.size(); ++i) {
    const Type next = type(*node.kids[i]);
    if (unknown || next.unknown()) {
      unknown = true;
      continue;
    }
    made = add(node, made, next, i == 1 ? *node.kids[0] : node, *node.kids[i]);
    unknown = made.unknown();
  }
  if (unknown) return {};
  // The sum is symmetric if each term is symmetric or its transpose is a term, too.
  if (made.is(Form::matrix) && made.square() && !made.symmetric) {
    std::vector<size_t> open;
    for (size_t i = 0; i < node.kids.size(); ++i) {
      const Type& type = node.kids[i]->type;
      if (type.symmetric || type.is(Form::identity) || type.is(Form::diagonal)) continue;
      const auto other = std::find_if(open.begin(), open.end(), [&](size_t j) {
        return node.signs[i] == node.signs[j] && areTransposes(*node.kids[i], *node.kids[j]);
      });
      if (other == open.end())
        open.push_back(i);
      else
        open.erase(other);
    }
    made.symmetric = open.empty();
  }
  return made;
}

Type Checker::add(Node& node, const Type& left, const Type& right, const Node& a, const Node& b) {
  if (left.unknown() || right.unknown()) return {};
  if (left.truth || left.is(Form::choice)) return noArithmetic(node.place, a, left);
  if (right.truth || right.is(Form::choice)) return noArithmetic(node.place, b, right);
  if (left.is(Form::inverse) || right.is(Form::inverse)) return fault(node.place, kLoneInverse);
  const bool leftWhole =
      left.is(Form::matrix) || left.is(Form::diagonal) || left.is(Form::identity);
  const bool rightWhole =
      right.is(Form::matrix) || right.is(Form::diagonal) || right.is(Form::identity);
  if (leftWhole && rightWhole) {
    if (left.is(Form::identity)) {
      if (right.is(Form::matrix) && !right.square())
        return fault(node.place, "**I** is square, but **%1** is %2.", {b, Part::form(right)});
      return right;
    }
    if (right.is(Form::identity)) {
      if (left.is(Form::matrix) && !left.square())
        return fault(node.place, "**I** is square, but **%1** is %2.", {a, Part::form(left)});
      return left;
    }
    if (left.rows == right.rows && left.columns == right.columns) {
      if (left.is(Form::diagonal) && right.is(Form::diagonal)) return left;
      return matrixType(left.rows, left.columns, left.symmetric && right.symmetric);
    }
    return fault(node.place, "Sizes differ: **%1** is %2, **%3** is %4.",
                 {a, Part::form(left), b, Part::form(right)});
  }
  if ((leftWhole && right.is(Form::number)) || (rightWhole && left.is(Form::number))) {
    const Node& number = leftWhole ? b : a;
    const Type& whole = leftWhole ? left : right;
    const bool square = whole.square();
    const std::string times = formatSentence("%1 I", {number});
    return fault(
        node.place,
        formatSentence(square ? "Cannot add a number to %1. **%2** adds it to the diagonal."
                              : "Cannot add a number to %1.",
                       {whole, times}),
        square && &number != &node ? std::vector<Fix>{replace(number, times)} : std::vector<Fix>{});
  }
  if (leftWhole || rightWhole)
    return fault(node.place, "**%1** is %2, **%3** is %4: they cannot be added.",
                 {a, left, b, right});
  return entries(node, left, right, a, b);
}

Type Checker::product(Node& node) {
  const Type left = type(*node.kids[0]), right = type(*node.kids[1]);
  const Node &a = *node.kids[0], &b = *node.kids[1];
  if (left.unknown() || right.unknown()) return {};
  if (left.truth || left.is(Form::choice)) return noArithmetic(node.place, a, left);
  if (right.truth || right.is(Form::choice)) return noArithmetic(node.place, b, right);
  switch (node.sign) {
    case Sign::entry:
    case Sign::entryDivide:
      return entries(node, left, right, a, b);
    case Sign::divide:
      return divided(node, left, right);
    case Sign::cross:
      if (left.is(Form::vector) && right.is(Form::vector) && left.rows == kThree &&
          right.rows == kThree)
        return left;
      return fault(node.place, "**×** needs two vectors of 3 entries.");
    default:
      break;
  }
  if (left.is(Form::vector) && right.is(Form::vector)) {
    if (left.rows == right.rows) return numberType();
    return sizesDiffer(node.place, a, left.rows, b, right.rows);
  }
  const Type made = productOf(left, right);
  if (made.is(Form::inverse)) return fault(node.place, kLoneInverse);
  if (made.unknown()) productFault(node, left, right, a, b);
  return made;
}

Type Checker::divided(Node& node, const Type& left, const Type& right) {
  const Node& b = *node.kids[1];
  if (!right.is(Form::number))
    return fault(node.place, "**/** divides by a number, but **%1** is %2.%3",
                 {b, right, right.is(Form::vector) ? " **./** divides entry by entry." : ""});
  if (left.is(Form::inverse)) return fault(node.place, kLoneInverse);
  Type made = left;
  made.counts = {};
  return made;
}

Type Checker::compare(Node& node) {
  const Type left = type(*node.kids[0]), right = type(*node.kids[1]);
  if (left.unknown() || right.unknown()) return {};
  if (left.is(Form::choice) || right.is(Form::choice)) return fault(node.place, kLoneChoice);
  if (left.truth || right.truth)
    return fault(node.place, "Yes/no values cannot be compared. Use **a and b** or **not a**.");
  const Type made = entries(node, left, right, *node.kids[0], *node.kids[1]);
  if (made.unknown()) return {};
  if (!made.is(Form::number) && !made.is(Form::vector))
    return fault(node.place, "Only numbers and vectors can be compared.");
  return made.is(Form::number) ? truthType() : vectorType(made.rows, true);
}

Type Checker::optionIs(Node& node) {
  Node& value = *node.kids[0];
  const Type of = type(value);
  if (of.unknown()) return {};
  if (!of.is(Form::choice)) return needs(node.place, "is", "a choice", of);
  const std::vector<std::string>& options = to_.symbols[static_cast<size_t>(value.symbol)].options;
  const auto found = std::find(options.begin(), options.end(), node.name);
  if (found == options.end())
    return fault(node.place, "**%1** has no option **%2**.", {value, node.name});
  node.value = static_cast<double>(found - options.begin());
  return truthType();
}

Type Checker::logic(Node& node) {
  Type made = truthType();
  for (const NodePointer& kid : node.kids) {
    const Type of = type(*kid);
    if (of.unknown()) return {};
    if (!of.truth) return expected(kid->place, "a yes/no value", of);
    if (!of.is(Form::vector)) continue;
    if (made.is(Form::vector) && made.rows != of.rows)
      return sizesDiffer(node.place, *node.kids[0], made.rows, *kid, of.rows);
    made = of;
  }
  return made;
}

Type Checker::choose(Node& node) {
  Node& condition = *node.kids[1];
  const size_t told = to_.faults.size();
  truth(condition, "if");
  const Type left = type(*node.kids[0]), right = type(*node.kids[2]);
  if (needsWhere(condition, told)) {
    const Size size = condition.type.rows;
    if (fitsWhere(left, size) && fitsWhere(right, size))
      to_.faults[told].fixes.push_back(replace(
          node, formatSentence("where(%1, %2, %3)", {condition, *node.kids[0], *node.kids[2]})));
    return {};
  }
  if (left.unknown() || right.unknown()) return {};
  if (!isSameType(left, right) || left.is(Form::choice) || left.is(Form::inverse) ||
      left.is(Form::identity))
    return fault(node.place,
                 isSameType(left, right) ? "**if** and **else** cannot give %1."
                                         : "**if** gives %1, **else** gives %2: they must match.",
                 {left, right});
  Type made = left;
  made.symmetric = left.symmetric && right.symmetric;
  made.counts = {};
  return made;
}

Type Checker::length(Node& node) {
  const Type of = type(*node.kids[0]);
  if (of.unknown()) return {};
  if (of.is(Form::number) || of.is(Form::vector) || of.is(Form::row) || of.is(Form::matrix))
    if (!of.truth) return numberType();
  return rejected(node, "‖ ‖", of);
}

Type Checker::magnitude(Node& node) {
  Type of = type(*node.kids[0]);
  of.counts = {};
  if (of.unknown()) return {};
  if ((of.is(Form::number) || of.is(Form::vector) || of.is(Form::row) || of.is(Form::matrix)) &&
      !of.truth)
    return of;
  return rejected(node, "| |", of);
}

Type Checker::list(Node& node) {
  for (const NodePointer& kid : node.kids) {
    if (number(*kid, "An entry").unknown()) return {};
  }
  if (node.kids.size() > 64)
    return fault(node.place, "A vector in brackets can have at most 64 entries.");
  return vectorType({SizeKind::count, static_cast<int>(node.kids.size())});
}

Type Checker::each(Node& node) {
  Type counter;
  const Size size = range(node.range, counter);
  const Named loop{node.range.loop, node.range.loopPlace};
  if (isReserved(loop)) return {};
  if (find(loop.name))
    return fault(loop.place, "**%1** is already defined. Choose another name.", {loop.name});
  node.range.symbol = declare({loop.name, Role::loop, counter, 0, loop.place});
  const Type entry = type(*node.kids[0]);
  to_.symbols[static_cast<size_t>(node.range.symbol)].isReadable = false;
  if (entry.unknown()) return {};
  if (!entry.is(Form::number)) return noNumber(*node.kids[0], "An entry");
  return vectorType(size, entry.truth);
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
