#include "iklab/formula/checker.hpp"

#include <algorithm>
#include <cmath>

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

constexpr int kMostPasses = 8;

}  // namespace

Checked check(std::string text) {
  Checked checked;
  std::vector<char> asymmetric;
  checked.source = tokenise(std::move(text));
  checked.faults = checked.source.faults;
  if (!checked.faults.empty()) return checked;
  checked.lines = parse(checked.source, checked.faults);
  const std::vector<TextFault> written = checked.faults;
  for (int pass = 0;; ++pass) {
    Checker checker(checked, asymmetric);
    checker.run();
    if (!checker.mustRepeat()) break;
    // Each pass finds at least one more asymmetric matrix. After too many passes, no matrix counts
    // as symmetric.
    if (pass >= kMostPasses) std::fill(asymmetric.begin(), asymmetric.end(), 1);
    checked.faults = written;
    checked.symbols.clear();
    checked.params.clear();
    checked.shown.clear();
    checked.spans.clear();
  }
  // Sorts the faults by position; there are few.
  for (size_t end = checked.faults.size(); end > 1; --end)
    for (size_t i = 1; i < end; ++i)
      if (checked.faults[i].place.from < checked.faults[i - 1].place.from)
        std::swap(checked.faults[i], checked.faults[i - 1]);
  return checked;
}

void Checker::run() {
  for (const GivenName& each : givenNames())
    declare({std::string(each.name), Role::given, each.type, static_cast<int>(each.given)});
  const bool written = to_.faults.empty();
  block(to_.lines);
  if (!written) return;
  const bool answers = std::any_of(to_.source.tokens.begin(), to_.source.tokens.end(),
                                   [](const Token& each) { return each.name == "Δθ"; });
  if (!answers && to_.faults.empty())
    fault({}, "No line assigns **Δθ**, for example **Δθ = Jᵀ e**.");
}

Type Checker::fault(const Place& place, std::string sentence, std::vector<Fix> fixes) {
  if (to_.faults.size() < 20) to_.faults.push_back({place, std::move(sentence), std::move(fixes)});
  return {};
}

Type Checker::fault(const Place& place, std::string_view sentence,
                    std::initializer_list<Part> parts) {
  return fault(place, formatSentence(sentence, parts), std::vector<Fix>());
}

Type Checker::expected(const Place& place, const Part& what, const Part& found) {
  return fault(place, "Expected %1, found %2.", {what, found});
}

Type Checker::needs(const Place& place, const Part& name, const Part& what, const Part& found) {
  return fault(place, "**%1** needs %2, found %3.", {name, what, found});
}

Type Checker::rejected(const Node& node, const Part& name, const Type& of) {
  return fault(node.place, "**%1** does not accept %2 here.", {name, of});
}

Type Checker::noNumber(const Node& node, const Part& what) {
  return fault(node.place, "%1 must be a number, found %2.", {what, node.type});
}

Type Checker::noArithmetic(const Place& place, const Node& value, const Type& of) {
  return fault(place,
               of.truth ? "**%1** is %2, not a number. Use **where(%1, 1, 0)**."
                        : "**%1** is %2, not a number.",
               {value, of});
}

Type Checker::sizesDiffer(const Place& place, const Node& a, const Size& left, const Node& b,
                          const Size& right, std::vector<Fix> fixes) {
  return fault(
      place,
      formatSentence("**%1** has %2, **%3** has %4. Sizes must match in every scene, not only in "
                     "this one.",
                     {a, left, b, right}),
      std::move(fixes));
}

// The text of the formula in this range.
std::string Checker::textOf(const Place& place) const {
  const char *first = nullptr, *last = nullptr;
  const std::vector<Token>& tokens = to_.source.tokens;
  auto each = std::partition_point(tokens.begin(), tokens.end(), [&](const Token& token) {
    return token.place.from < place.from;
  });
  for (; each != tokens.end() && each->place.to <= place.to; ++each) {
    if (each->text.empty()) continue;
    if (!first) first = each->text.data();
    last = each->text.data() + each->text.size();
  }
  return first ? std::string(first, last) : std::string();
}

std::string Checker::written(const Part& part) const {
  switch (part.what_) {
    case Part::What::node:
      return textOf(*static_cast<const Node*>(part.at_));
    case Part::What::shape:
      return shape(*static_cast<const Type*>(part.at_));
    case Part::What::entries:
      return formatEntries(*static_cast<const Size*>(part.at_));
    case Part::What::form:
      return formatShape(*static_cast<const Type*>(part.at_));
    case Part::What::named:
      return sizeName(*static_cast<const Size*>(part.at_));
    default:
      return std::string(part.text_);
  }
}

std::string Checker::formatSentence(std::string_view sentence,
                                    std::initializer_list<Part> parts) const {
  std::string made;
  for (size_t at = 0; at < sentence.size(); ++at) {
    const size_t place = sentence[at] == '%' ? static_cast<size_t>(sentence[at + 1] - '1') : 9;
    if (place >= parts.size()) {
      made += sentence[at];
      continue;
    }
    made += written(parts.begin()[place]);
    ++at;
  }
  return made;
}

std::string Checker::shape(const Type& type) const {
  const std::string form = formatShape(type);
  switch (type.form) {
    case Form::vector:
      return formatSentence("a %1vector (%2)", {type.truth ? "yes/no " : "", type.rows});
    case Form::row:
      return formatSentence("a row vector (%1)", {type.columns});
    case Form::number:
      return type.truth ? "a yes/no value" : "a number";
    case Form::choice:
      return "a choice";
    case Form::matrix:
      return formatSentence("a matrix (%1)", {form});
    case Form::inverse:
      return formatSentence("an inverse (%1)", {form});
    case Form::diagonal:
      return formatSentence("a diagonal matrix (%1)", {Part::named(type.rows)});
    default:
      return form;
  }
}

// --- names.

Symbol* Checker::find(std::string_view name) {
  const std::vector<Symbol*>& all = named(name);
  for (auto each = all.rbegin(); each != all.rend(); ++each)
    if ((*each)->isReadable && (*each)->name == name) return *each;
  return nullptr;
}

// The symbols with this name, in order, and possibly others.
std::vector<Symbol*>& Checker::named(std::string_view name) {
  const auto last = name.empty() ? 0 : static_cast<unsigned char>(name.back());
  return named_[(last + name.size()) % named_.size()];
}

int Checker::declare(Symbol symbol) {
  symbol.id = static_cast<int>(to_.symbols.size());
  Symbol& made = to_.symbols.emplace_back(std::move(symbol));
  named(made.name).push_back(&made);
  return made.id;
}

bool Checker::isReserved(const Named& name) {
  if (functionNamed(name.name))
    return fault(name.place, "**%1** is a function. Choose another name.", {name.name}), true;
  for (const GivenName& each : givenNames())
    if (name.name == each.name)
      return fault(name.place, "**%1** is predefined (%2). Choose another name.",
                   {name.name, each.help}),
             true;
  return false;
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
