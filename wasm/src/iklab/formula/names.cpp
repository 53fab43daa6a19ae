#include <algorithm>
#include <cmath>
#include <utility>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

struct NameAlias {
  std::string_view word, name;
};
// Spelled-out names of letters, including common misspellings.
constexpr NameAlias kNameAliases[] = {
    {"lambda", "λ"},       {"lamda", "λ"},   {"alpha", "α"},    {"beta", "β"},  {"gamma", "γ"},
    {"delta", "δ"},        {"epsilon", "ε"}, {"eps", "ε"},      {"mu", "μ"},    {"tau", "τ"},
    {"rho", "ρ"},          {"kappa", "κ"},   {"phi", "φ"},      {"omega", "ω"}, {"dq", "Δθ"},
    {"delta_theta", "Δθ"}, {"q", "θ"},       {"jacobian", "J"}, {"error", "e"}, {"s", "σ"},
    {"infinity", "∞"}};

// Number of code points in UTF-8.
std::ptrdiff_t letters(std::string_view name) {
  return std::count_if(name.begin(), name.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

bool isIndex(const Node& node) { return node.kind != Kind::all && node.kind != Kind::span; }

}  // namespace

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> older, before, row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    older = std::exchange(before, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);  // Two adjacent letters are swapped.
    }
  }
  return row[b.size()];
}

std::string toLowerCase(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 32);
  return name;
}

Type Checker::name(Node& node) {
  Symbol* known = find(node.name);
  if (!known) {
    unknownName(node);
    return {};
  }
  if (keeping_ && known->role == Role::variable)
    return fault(node.place, "**keep** lines are computed first: **%1** has no value yet.",
                 {node.name});
  known->read |= curving_;
  node.symbol = known->id;
  if (known->role == Role::given) {
    const Given given = static_cast<Given>(known->index);
    if (given == Given::step && !learning_)
      return fault(node.place, "**step** is only available in **learn**.");
    if (given == Given::H) to_.evaluatesPoses = true;
    const bool local = given == Given::J || given == Given::H;
    if (curving_ && local) return fault(node.place, kAfterUpdate, {node.name});
  }
  return known->type;
}

// True if `^` precedes the name: it is an exponent.
bool Checker::isRaised(const Node& node) const {
  const Token* before = nullptr;
  for (const Token& each : to_.source.tokens) {
    if (each.place.from >= node.place.from) break;
    before = &each;
  }
  return before && before->sign == Sign::power && !before->superscript;
}

void Checker::unknownName(const Node& node) {
  const std::string& name = node.name;
  if (const Function* function = functionNamed(name))
    return fault(node.place, "**%1** is a function: **%2**.", {name, function->signature}), void();
  for (const Symbol& each : to_.symbols)
    if (each.name == name && each.role == Role::variable)
      return fault(node.place,
                   "**%1** is only assigned inside a block (line %2). Assign it before.",
                   {name, std::to_string(each.place.line)}),
             void();
  const std::string says = formatSentence("Unknown name **%1**.", {name});
  if (name.size() == 2 && name[0] == name[1] && find(name.substr(0, 1)))
    return fault(node.place,
                 formatSentence("%1 For a product, write a space: **%2 %2**.",
                                {says, name.substr(0, 1)}),
                 {replace(node, formatSentence("%1 %1", {name.substr(0, 1)}))}),
           void();
  if (isRaised(node) && (name[0] == 'T' || name == "t")) {  // J^Te.
    const std::string rest = name.substr(1);
    if (rest.empty() || find(rest))
      return fault(node.place,
                   formatSentence("%1 The transpose is **^T**, followed by a space.", {says}),
                   {replace(node, rest.empty() ? "T" : formatSentence("T %1", {rest}))}),
             void();
  }
  std::string best;
  const std::string lower = toLowerCase(name);
  for (const NameAlias& each : kNameAliases)
    if (lower == each.word && best.empty()) best = each.name;
  if (!best.empty() && !find(best)) best.clear();
  const std::string most = name.substr(0, name.size() - 1);
  if (lower.back() == 't')  // JT.
    if (const Symbol* known = find(most); known && known->type.is(Form::matrix))
      best = formatSentence("%1ᵀ", {most});
  size_t least = name.size() > 3 ? 3 : 2;
  if (best.empty())
    for (const Symbol& each : to_.symbols) {
      if (!each.isReadable) continue;
      const std::string other = toLowerCase(each.name);
      const bool begins = letters(name) > 2 && other.starts_with(lower);
      const bool words = letters(name) > 1 && letters(each.name) > 1;
      const size_t d = other == lower ? 0 : begins ? 1 : words ? editDistance(lower, other) : least;
      if (d < least && (d == 0 || d < name.size())) {
        least = d;
        best = each.name;
      }
    }
  std::vector<Fix> fixes;
  if (!best.empty()) fixes.push_back(replace(node, best));
  // On its own line, before the first line that is not a parameter.
  const auto line = std::find_if(to_.lines.begin(), to_.lines.end(),
                                 [](const Line& each) { return each.kind != LineKind::param; });
  const int begin = line == to_.lines.end() ? 0 : line->place.from;
  fixes.push_back({"Add parameter", begin, begin, formatSentence("param %1 = 1\n", {name})});
  fault(node.place, best.empty() ? says : formatSentence("%1 Did you mean **%2**?", {says, best}),
        std::move(fixes));
}

Type Checker::index(Node& node) {
  const Type of = type(*node.kids[0]);
  const size_t count = node.kids.size() - 1;
  const bool vector = of.is(Form::vector), matrix = of.is(Form::matrix);
  if (of.unknown()) {
    for (size_t i = 1; i <= count; ++i)
      if (isIndex(*node.kids[i])) type(*node.kids[i]);
    return {};
  }
  if (!vector && !matrix)
    return fault(node.place, "**%1** is %2: it cannot be indexed.", {*node.kids[0], of});
  if (count != (vector ? 1u : 2u)) return fault(node.place, vector ? kOneIndex : kTwoIndices);
  const Type first = part(*node.kids[1], of.rows, *node.kids[0]);
  const Type second = matrix ? part(*node.kids[2], of.columns, *node.kids[0]) : numberType();
  if (first.unknown() || second.unknown()) return {};
  if (first.is(Form::vector) && second.is(Form::vector)) return matrixType(first.rows, second.rows);
  if (first.is(Form::vector)) return vectorType(first.rows, of.truth);
  if (second.is(Form::vector)) return rowType(second.rows);
  return of.truth ? truthType() : numberType();
}

// The type of an index: a number selects one entry, a vector one per index.
Type Checker::part(Node& node, const Size& of, const Node& value) {
  if (node.kind == Kind::all) return node.type = vectorType(of);
  if (node.kind == Kind::span) {
    number(*node.kids[0], "An index");
    number(*node.kids[1], "An index");
    return node.type = spanOf(*node.kids[0], *node.kids[1], of);
  }
  const Type found = type(node);
  if (found.unknown()) return found;
  if (!found.is(Form::number) || found.truth) return noNumber(node, "An index");
  const bool counts = found.counts.kind != SizeKind::one;
  if (counts && found.counts != of)
    return fault(node.place, "**%1** counts %2, but here **%3** has %4.",
                 {node, Part::named(found.counts), value, of});
  if (node.kind == Kind::number && (node.value < 1 || node.value != std::floor(node.value)))
    return fault(node.place, "Indices are whole numbers and start at 1.");
  if (node.kind == Kind::number && of.kind == SizeKind::count && node.value > of.index)
    return fault(node.place, "This index of **%1** is at most %2.",
                 {value, std::to_string(of.index)});
  return found;
}

// The type of a range from..to within a list of size `of`.
Type Checker::spanOf(const Node& from, const Node& to, const Size& of) {
  if (from.kind == Kind::number && to.kind == Kind::number) {
    const double count = to.value - from.value + 1;
    if (from.value < 1 || from.value != std::floor(from.value) ||
        to.value != std::floor(to.value) || count < 1 || count > 1e6)
      return fault({from.place.from, to.place.to, from.place.line, from.place.column},
                   "A range needs whole numbers from 1, in order, such as **1..3**.");
    return vectorType({SizeKind::count, static_cast<int>(count)});
  }
  const bool fromOne = from.kind == Kind::number && from.value == 1;
  const bool named = to.kind == Kind::name && to.symbol >= 0;
  const Symbol* symbol = named ? &to_.symbols[static_cast<size_t>(to.symbol)] : nullptr;
  const auto given = [&](Given one) {
    return symbol && symbol->role == Role::given && symbol->index == static_cast<int>(one);
  };
  if (fromOne && given(Given::r)) return vectorType(kRank);
  if (fromOne && given(Given::n)) return vectorType(kJoints);
  if (fromOne && given(Given::m)) return vectorType(kRows);
  // A loop counts at most to the largest value of its parameter.
  Size most = of;
  if (to.kind == Kind::number && of.kind == SizeKind::count)
    most.index = static_cast<int>(std::clamp(to.value, 1.0, 1e6));
  if (symbol && symbol->role == Role::param && of.kind == SizeKind::count)
    most.index =
        static_cast<int>(std::clamp(to_.params[static_cast<size_t>(symbol->index)].most, 1.0, 1e6));
  if (given(Given::n)) most = kJoints;
  if (given(Given::m)) most = kRows;
  if (given(Given::r)) most = kDirections;
  return vectorType(sizeOf(formatSentence("%1..%2", {from, to}), most));
}

Size Checker::sizeOf(std::string_view text, const Size& most) {
  const std::string key = formatSentence(
      "%1 of %2 %3",
      {text, std::to_string(static_cast<int>(most.kind)), std::to_string(most.index)});
  const auto known = std::find(spanTexts_.begin(), spanTexts_.end(), key);
  const int which = static_cast<int>(known - spanTexts_.begin());
  if (known == spanTexts_.end()) {
    spanTexts_.push_back(key);
    to_.spans.push_back(most);
  }
  return {SizeKind::span, which};
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
