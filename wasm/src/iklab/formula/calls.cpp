#include <algorithm>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

struct NotationHint {
  std::string_view word, sign;
};

constexpr const char* kNotSymmetric =
    "**%1** needs a matrix that is symmetric as written, such as **A Aᵀ** or **A + Aᵀ**.";

}  // namespace

Type Checker::unknownFunction(const Node& node) {
  int end = node.place.from;
  for (const Token& each : to_.source.tokens)
    if (each.place.from == node.place.from) end = each.place.to;
  if (find(node.name))
    return fault(
        node.place,
        formatSentence("**%1** is not a function. For a product, write a space: **%1 (…)**.",
                       {node.name}),
        {{"Add space", end, end, " "}});
  const std::string says = formatSentence("Unknown function **%1**.", {node.name});
  if (node.kids.size() == 1)  // MATLAB and NumPy have these with one argument.
    for (const auto& [word, sign] : {NotationHint{"inv", "⁻¹"}, NotationHint{"transpose", "ᵀ"}})
      if (node.name == word) {
        const std::string made = formatSentence("(%1)%2", {*node.kids[0], sign});
        return fault(node.place, formatSentence("%1 Write **A%2**.", {says, sign}),
                     {replace(node, made)});
      }
  std::string_view best;
  size_t least = node.name.size() > 3 ? 3 : 2;
  for (const Function& each : functions())
    if (const size_t d = editDistance(toLowerCase(node.name), each.name); d < least) {
      least = d;
      best = each.name;
    }
  if (best.empty()) return fault(node.place, says);
  return fault(node.place, formatSentence("%1 Did you mean **%2**?", {says, best}),
               {{concatenate({"Use ", best}), node.place.from, end, std::string(best)}});
}

Type Checker::call(Node& node) {
  const Function* function = functionNamed(node.name);
  if (!function) {
    unknownFunction(node);
    if (node.range.over == Over::none)  // Without a loop, whose variable would be unknown.
      for (const NodePointer& kid : node.kids) type(*kid);
    return {};
  }
  node.symbol = static_cast<int>(function->call);
  const int count = static_cast<int>(node.kids.size());
  const Call call = function->call;
  if (node.range.over != Over::none) {
    if (call != Call::sum && call != Call::min && call != Call::max && call != Call::prod &&
        call != Call::any && call != Call::all)
      return fault(node.place,
                   "**for** is only allowed in **sum**, **prod**, **min**, **max**, "
                   "**any** and **all**, not in **%1**.",
                   {node.name});
    const Type list = each(node);
    if (list.unknown()) return {};
    const bool truths = call == Call::any || call == Call::all;
    if (truths != list.truth)
      return expected(node.kids[0]->place, truths ? truthType() : numberType(), node.kids[0]->type);
    return truths ? truthType() : numberType();
  }
  if (count < function->least || count > function->most)
    return fault(node.place, "**%1** is called as **%2**.", {node.name, function->signature});
  switch (call) {
    case Call::zeros:
    case Call::ones:
    case Call::eye:
      return checkMade(node, call);
    default:
      break;
  }
  bool unknown = false;
  for (const NodePointer& kid : node.kids) unknown |= type(*kid).unknown();
  if (unknown) return {};
  if (call <= Call::copysign && !((call == Call::min || call == Call::max) && count == 1))
    return checkMapped(node);
  if (call <= Call::trace) return checkReduced(node, call);
  if (call <= Call::spd) return linear(node, call);
  if (call <= Call::backtrack) return checkOtherPose(node, call);
  return mechanism(node, call);
}

Type Checker::checkMapped(Node& node) {
  const bool where = node.symbol == static_cast<int>(Call::where);
  const bool one = node.kids.size() == 1;
  const Node* before = nullptr;  // The last argument that is a vector.
  Type made = numberType();
  for (size_t i = 0; i < node.kids.size(); ++i) {
    const Node& kid = *node.kids[i];
    const Type& of = kid.type;
    const bool truth = where && i == 0;
    const bool fits = of.is(Form::number) || of.is(Form::vector) || (one && of.is(Form::matrix)) ||
                      (one && of.is(Form::row));
    if (!fits || of.truth != truth)
      return truth ? expected(kid.place, "a yes/no value", of) : rejected(kid, node.name, of);
    if (of.is(Form::number)) continue;
    if (made.is(Form::vector) && made.rows != of.rows)
      return sizesDiffer(kid.place, *before, made.rows, kid, of.rows);
    before = &kid;
    made = of;
    made.truth = false;
  }
  made.counts = {};
  return made;
}

Type Checker::checkReduced(Node& node, Call call) {
  const Type& of = node.kids[0]->type;
  const auto wrong = [&] { return rejected(node, node.name, of); };
  const bool truths = call == Call::any || call == Call::all;
  if (call == Call::diag) {
    if (of.is(Form::vector) && !of.truth) return diagonalType(of.rows);
    if ((of.is(Form::matrix) && of.square()) || of.is(Form::diagonal)) return vectorType(of.rows);
    return wrong();
  }
  if (call == Call::trace) {
    if ((of.is(Form::matrix) && of.square()) || of.is(Form::diagonal)) return numberType();
    return wrong();
  }
  if (of.truth != truths) return wrong();
  if (call == Call::norm) {
    if (of.is(Form::vector) || of.is(Form::row) || of.is(Form::matrix) || of.is(Form::number))
      return numberType();
    return wrong();
  }
  if (of.is(Form::vector) || of.is(Form::row)) return truths ? truthType() : numberType();
  if (of.is(Form::matrix)) return vectorType(of.columns);
  return wrong();
}

// Reads the name of a size: joints, rows, directions, targets, blocks, or a number.
bool Checker::sizeNamed(Node& node, Size& size) {
  if (node.kind == Kind::number && node.value >= 1 && node.value <= 1000 &&
      node.value == static_cast<int>(node.value)) {
    size = {SizeKind::count, static_cast<int>(node.value)};
    node.type = numberType();
    return true;
  }
  struct Word {
    std::string_view word;
    Size size;
  };
  static constexpr Word words[] = {{"joints", kJoints},
                                   {"rows", kRows},
                                   {"directions", kDirections},
                                   {"targets", kTargets},
                                   {"blocks", kBlocks}};
  if (node.kind == Kind::name)
    for (const Word& each : words)
      if (node.name == each.word) {
        size = each.size;
        node.type = numberType();
        return true;
      }
  fault(node.place,
        "Expected a size: joints, rows, directions, targets, blocks or a whole number from 1 to "
        "1000.");
  return false;
}

Type Checker::checkMade(Node& node, Call call) {
  Size rows, columns;
  if (!sizeNamed(*node.kids[0], rows)) return {};
  if (node.kids.size() == 1 && call != Call::eye) return vectorType(rows);
  columns = rows;
  if (node.kids.size() == 2 && !sizeNamed(*node.kids[1], columns)) return {};
  return matrixType(rows, columns, rows == columns);
}

// The types of a call that returns several matrices.
std::vector<Type> Checker::several(Node& node) {
  const Function* function = node.kind == Kind::call ? functionNamed(node.name) : nullptr;
  const bool gives = function && (function->call == Call::svd || function->call == Call::eig ||
                                  function->call == Call::qr);
  if (!gives) {
    fault(node.place, "Only **svd**, **eig** and **qr** give several values.");
    return {};
  }
  node.symbol = static_cast<int>(function->call);
  if (node.kids.size() != 1) {
    fault(node.place, "**%1** is called as **%2**.", {node.name, function->signature});
    return {};
  }
  const Type of = type(*node.kids[0]);
  if (of.unknown()) return {};
  if (!of.is(Form::matrix)) {
    needs(node.place, node.name, "a matrix", of);
    return {};
  }
  node.type = of;
  if (function->call == Call::eig) {
    if (!of.symmetric) {
      fault(node.place, kNotSymmetric, {node.name});
      return {};
    }
    return {vectorType(of.rows), matrixType(of.rows, of.rows)};
  }
  if (function->call == Call::qr)
    return {matrixType(of.rows, of.rows), matrixType(of.rows, of.columns)};
  // The smaller of both sizes; which one that is, is only known for J.
  Size least = of.rows == of.columns ? of.rows : Size{};
  const auto pair = [&](Size a, Size b) {
    return (of.rows == a && of.columns == b) || (of.rows == b && of.columns == a);
  };
  if (pair(kRows, kJoints)) least = kDirections;
  if (least == Size{}) {
    const auto key = [this](const Size& size) {
      return formatSentence(
          "%1:%2", {std::to_string(static_cast<int>(size.kind)), std::to_string(size.index)});
    };
    least = sizeOf(formatSentence("svd %1 %2", {key(of.rows), key(of.columns)}), of.rows);
  }
  return {matrixType(of.rows, least), vectorType(least), matrixType(of.columns, least)};
}

Type Checker::linear(Node& node, Call call) {
  const Type& of = node.kids[0]->type;
  if (call == Call::svd || call == Call::eig || call == Call::qr)
    return fault(node.place, "**%1** gives several values: **%2**.",
                 {node.name, functionNamed(node.name)->signature});
  if (!of.is(Form::matrix)) return needs(node.place, node.name, "a matrix", of);
  if (call == Call::pinv) {
    if (node.kids.size() == 2 && !node.kids[1]->type.is(Form::number))
      return noNumber(*node.kids[1], "A cutoff");
    return matrixType(of.columns, of.rows);
  }
  if (call == Call::projector) return matrixType(of.columns, of.columns, true);
  if (!of.square()) return needs(node.place, node.name, "a square matrix", Part::form(of));
  if (call == Call::solve) {
    const Type& right = node.kids[1]->type;
    if ((right.is(Form::vector) || right.is(Form::matrix)) && right.rows == of.rows)
      return right.is(Form::vector) ? right : matrixType(right.rows, right.columns);
    return fault(node.kids[1]->place, "**%1** must have the same rows as **%2**.",
                 {*node.kids[1], *node.kids[0]});
  }
  if (call == Call::spd && node.kids.size() == 2 && !node.kids[1]->type.is(Form::number))
    return noNumber(*node.kids[1], "A floor");
  if (!of.symmetric) return fault(node.place, kNotSymmetric, {node.name});
  return call == Call::spd ? truthType() : matrixType(of.rows, of.rows);
}

Type Checker::vectorOf(Node& node, const Size& size) {
  const Type& of = node.type;
  if (of.unknown() || (of.is(Form::vector) && !of.truth && of.rows == size)) return of;
  return expected(node.place, vectorType(size), of);
}

Type Checker::checkOtherPose(Node& node, Call call) {
  if (curving_) return fault(node.place, kAfterUpdate, {node.name});
  if (call != Call::dJ) to_.evaluatesPoses = true;
  if (learning_ && (call == Call::wolfe || call == Call::backtrack))
    return fault(node.place, "**%1** cannot be used in **learn**: the step was already applied.",
                 {node.name});
  if (vectorOf(*node.kids[0], kJoints).unknown()) return {};
  for (size_t i = 1; i < node.kids.size(); ++i)
    if (!node.kids[i]->type.is(Form::number))
      return expected(node.kids[i]->place, "a number", node.kids[i]->type);
  switch (call) {
    case Call::e_at:
      return vectorType(kRows);
    case Call::J_at:
    case Call::dJ:
      return matrixType(kRows, kJoints);
    default:
      return numberType();
  }
}

Type Checker::counted(Node& node, const Size& size) {
  const Type& of = node.type;
  if (!of.is(Form::number) || of.truth)
    return fault(node.place, "Expected an index of %1, found %2.", {Part::named(size), of});
  if (of.counts.kind != SizeKind::one && of.counts != size)
    return fault(node.place, "Expected an index of %1, but **%2** counts %3.",
                 {Part::named(size), node, Part::named(of.counts)});
  return of;
}

Type Checker::mechanism(Node& node, Call call) {
  if (curving_) return fault(node.place, kAfterUpdate, {node.name});
  Node& first = *node.kids[0];
  const auto three = [&](Node& kid) { return !vectorOf(kid, kThree).unknown(); };
  switch (call) {
    case Call::J_of:
    case Call::e_of: {
      if (counted(first, kTargets).unknown()) return {};
      const std::string text = textOf(first);
      const auto known = std::find(targetTexts_.begin(), targetTexts_.end(), text);
      const Size rows{SizeKind::rowsOf, static_cast<int>(known - targetTexts_.begin())};
      if (known == targetTexts_.end()) targetTexts_.push_back(text);
      return call == Call::J_of ? matrixType(rows, kJoints) : vectorType(rows);
    }
    case Call::tip:
    case Call::goal:
      return counted(first, kTargets).unknown() ? Type{} : vectorType(kThree);
    case Call::axis:
    case Call::origin:
      return counted(first, kJoints).unknown() ? Type{} : vectorType(kThree);
    case Call::carries:
      if (counted(first, kJoints).unknown() || counted(*node.kids[1], kTargets).unknown())
        return {};
      return truthType();
    case Call::turn:
      if (!three(first) || !three(*node.kids[2])) return {};
      if (!node.kids[1]->type.is(Form::number)) return noNumber(*node.kids[1], "An angle");
      return vectorType(kThree);
    case Call::cross:
      return three(first) && three(*node.kids[1]) ? vectorType(kThree) : Type{};
    default:
      break;
  }
  const Type& of = first.type;
  const bool rows = of.rows == kRows;
  if (of.is(Form::vector) && rows) return vectorType(kBlocks);
  if (of.is(Form::matrix) && rows) return matrixType(kBlocks, of.columns);
  return needs(node.place, "blocks", "a vector or matrix sized by rows", of);
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
