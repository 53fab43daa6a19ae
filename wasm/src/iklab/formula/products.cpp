#include <algorithm>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

Type productOf(const Type& left, const Type& right) {
  if (left.unknown() || right.unknown()) return {};
  if (left.is(Form::number) || right.is(Form::number)) {
    Type made = left.is(Form::number) ? right : left;
    made.counts = {};
    return made;
  }
  if (left.is(Form::inverse) && right.is(Form::identity)) return matrixType(left.rows, left.rows);
  if (left.is(Form::identity) && right.is(Form::inverse)) return matrixType(right.rows, right.rows);
  if (left.is(Form::identity)) return right;
  if (right.is(Form::identity)) return left;
  if (left.columns != right.rows) {
    const bool outer = left.is(Form::vector) && right.is(Form::row);
    return outer ? matrixType(left.rows, right.columns) : Type{};
  }
  if (left.is(Form::vector))
    return right.is(Form::row) ? matrixType(left.rows, right.columns) : Type{};
  if (right.is(Form::row)) return {};
  if (left.is(Form::row)) return right.is(Form::vector) ? numberType() : rowType(right.columns);
  if (right.is(Form::vector)) return vectorType(left.rows);
  if (left.is(Form::diagonal) && right.is(Form::diagonal)) return left;
  return matrixType(left.rows, right.columns);
}

std::vector<const Node*> listFactors(const Node& beside) {
  std::vector<const Node*> factors;
  for (const NodePointer& each : beside.kids)
    if (!each->type.is(Form::number)) factors.push_back(each.get());
  return factors;
}

bool areEqual(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.sign != b.sign || a.value != b.value || a.name != b.name ||
      a.symbol != b.symbol || a.signs != b.signs || a.kids.size() != b.kids.size() ||
      a.range.over != Over::none || b.range.over != Over::none)
    return false;
  return std::equal(a.kids.begin(), a.kids.end(), b.kids.begin(),
                    [](const NodePointer& x, const NodePointer& y) { return areEqual(*x, *y); });
}

bool areTransposes(const Node& a, const Node& b) {
  if (a.kind == Kind::transpose && areEqual(*a.kids[0], b)) return true;
  if (b.kind == Kind::transpose && areEqual(*b.kids[0], a)) return true;
  const Type& type = a.type;
  const bool itself = (type.is(Form::matrix) && type.symmetric) || type.is(Form::diagonal) ||
                      type.is(Form::identity) || (type.is(Form::inverse) && type.symmetric);
  if (itself && areEqual(a, b)) return true;
  if (a.kind != Kind::beside || b.kind != Kind::beside) return false;
  const std::vector<const Node*> left = listFactors(a), right = listFactors(b);
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i)
    if (!areTransposes(*left[i], *right[right.size() - 1 - i])) return false;
  std::vector<const Node*> numbers[2];
  for (int side = 0; side < 2; ++side)
    for (const NodePointer& each : (side ? b : a).kids)
      if (each->type.is(Form::number)) numbers[side].push_back(each.get());
  return std::equal(numbers[0].begin(), numbers[0].end(), numbers[1].begin(), numbers[1].end(),
                    [](const Node* x, const Node* y) { return areEqual(*x, *y); });
}

// Numbers first. Then from the right if the last factor is a vector, else from the left.
Type Checker::checkJuxtaposition(Node& node) {
  bool unknown = false;
  for (const NodePointer& each : node.kids) {
    const Type found = type(*each);
    unknown |= found.unknown();
    if (found.truth || found.is(Form::choice)) return noArithmetic(each->place, *each, found);
  }
  if (unknown) return {};
  const std::vector<const Node*> factors = listFactors(node);
  if (factors.empty()) return numberType();
  if (factors.size() == 1) {
    Type made = factors[0]->type;
    if (made.is(Form::inverse) && node.kids.size() > 1) return fault(node.place, kLoneInverse);
    return made;
  }
  const bool fromRight = factors.back()->type.is(Form::vector);
  Type made = (fromRight ? factors.back() : factors.front())->type;
  for (size_t i = 1; i < factors.size(); ++i) {
    const Node& next = fromRight ? *factors[factors.size() - 1 - i] : *factors[i];
    const Node& before = fromRight ? *factors[factors.size() - i] : *factors[i - 1];
    const Type with = fromRight ? productOf(next.type, made) : productOf(made, next.type);
    if (with.unknown()) {
      Node rest;  // The remaining factors.
      rest.kind = i > 1 ? Kind::beside : before.kind;
      rest.place = before.place;
      rest.place.to = factors.back()->place.to;
      if (fromRight)
        productFault(node, next.type, made, next, rest);
      else
        productFault(node, made, next.type, before, next);
      return {};
    }
    made = with;
  }
  if (made.is(Form::matrix) && made.square()) {
    made.symmetric = true;
    for (size_t i = 0; 2 * i < factors.size(); ++i)
      made.symmetric &= areTransposes(*factors[i], *factors[factors.size() - 1 - i]);
  }
  return made;
}

void Checker::productFault(Node& node, const Type& left, const Type& right, const Node& a,
                           const Node& b) {
  const std::string x = textOf(a);
  const std::string y = b.kind == Kind::beside ? concatenate({"(", textOf(b), ")"}) : textOf(b);
  const Place place{a.place.from, b.place.to, a.place.line, a.place.column};
  const auto whole = [&](std::string text) {
    return Fix{formatSentence("Use %1", {text}), place.from, place.to, text};
  };
  if (left.is(Form::vector) && right.is(Form::vector)) {
    const std::string dot = formatSentence("%1·%2", {x, y}),
                      entry = formatSentence("%1 ∘ %2", {x, y}),
                      outer = formatSentence("%1 %2ᵀ", {x, y});
    std::vector<Fix> fixes;
    const bool same = left.rows == right.rows;
    if (same) fixes = {whole(dot), whole(entry)};
    fixes.push_back(whole(outer));
    fault(place,
          formatSentence(
              same ? "Ambiguous product: **%1** is a number, **%2** a vector, **%3** a matrix."
                   : "Cannot multiply vectors of different sizes, except as a matrix: **%3**.",
              {dot, entry, outer}),
          std::move(fixes));
    return;
  }
  std::vector<Fix> fixes;
  Type turned = transposed(left);
  if (left.is(Form::matrix) && !productOf(turned, right).unknown()) {
    const bool already = a.kind == Kind::transpose;
    const std::string mended = already ? textOf(*a.kids[0]) + " " : x + "ᵀ";
    fixes.push_back({formatSentence("Use %1%2", {mended, b}), a.place.from, b.place.from, mended});
  }
  fault(place,
        formatSentence("**%1** is %2, **%3** is %4: the inner sizes, %5 and %6, differ.",
                       {x, left, y, right, Part::named(left.columns), Part::named(right.rows)}),
        std::move(fixes));
  (void)node;
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
