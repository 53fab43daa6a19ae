#include <algorithm>
#include <cmath>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

void Checker::block(std::vector<Line>& lines) {
  for (Line& each : lines) line(each);
}

void Checker::line(Line& line) {
  const bool works = line.kind >= LineKind::loop;
  if (works && learnt_ && !learning_)
    return fault(line.place, "This line must come before **learn**."), void();
  switch (line.kind) {
    case LineKind::param:
      return param(line);
    case LineKind::keep:
      return keep(line);
    case LineKind::show:
      return line.curve ? curve(line) : show(line);
    case LineKind::learn:
      return learn(line);
    case LineKind::loop:
      return loop(line);
    case LineKind::branch:
      return branch(line);
    case LineKind::stop:
    case LineKind::next:
      return leave(line);
    case LineKind::set:
      return set(line);
  }
}

// Names that `learn` sets are only visible within it.
void Checker::learn(Line& line) {
  if (learnt_) return fault(line.place, "Only one **learn** is allowed."), void();
  learnt_ = learning_ = true;
  block(line.block);
  learning_ = false;
  for (Symbol& each : to_.symbols) each.isReadable = each.isReadable && !each.ofLearn;
}

void Checker::param(Line& line) {
  const Named& name = line.names[0];
  if (isReserved(name)) return;
  if (find(name.name)) return fault(name.place, "**%1** is already defined.", {name.name}), void();
  if (name.name == "text" || name.name == "language")
    return fault(name.place, "A parameter cannot be named **%1**.", {name.name}), void();
  if (to_.params.size() >= kMostParams)
    return fault(name.place, "At most 20 parameters are allowed."), void();
  ParamText made{name.name, line.unit,    line.label,    {},        0,
                 1,         line.initial, Scale::linear, name.place};
  Symbol symbol{name.name, Role::param, numberType(), static_cast<int>(to_.params.size()),
                name.place};
  if (!line.options.empty()) {
    made.scale = Scale::choice;
    made.most = static_cast<double>(line.options.size() - 1);
    for (const std::string& option : line.options) {
      if (std::count(line.options.begin(), line.options.end(), option) > 1)
        return fault(name.place, "Duplicate option **%1**.", {option}), void();
      made.options += (made.options.empty() ? "" : " ") + option;
    }
    symbol.type = {Form::choice};
    symbol.options = line.options;
  } else if (line.toggle) {
    made.scale = Scale::toggle;
    symbol.type = truthType();
  } else {
    const double value = line.initial, far = std::abs(value);
    made.least = line.ranged ? line.least : value > 0 ? value / 10 : value < 0 ? 10 * value : -1;
    made.most = line.ranged ? line.most : value < 0 ? value / 10 : value > 0 ? 10 * value : 1;
    const bool whole = line.scale == "whole" || line.scale == "even";
    if (!line.ranged && whole) {
      made.least = std::ceil(made.least);
      made.most = std::floor(made.most);
    }
    if (line.scale.empty() ? !line.ranged && value > 0 : line.scale == "log")
      made.scale = Scale::log;
    if (whole) made.scale = line.scale == "even" ? Scale::even : Scale::integer;
    if (!(made.least < made.most) || far > 1e15 || !(std::abs(made.least) <= 1e15) ||
        !(std::abs(made.most) <= 1e15))
      return fault(line.place, "A range must go from a smaller to a larger number, within ±1e15."),
             void();
    if (!(value >= made.least && value <= made.most))
      return fault(line.place, "The default of **%1** is outside its range.", {name.name}), void();
    if (made.scale == Scale::log && made.least < 0)
      return fault(line.place, "A **log** range cannot go below 0."), void();
    if (whole && (value != std::floor(value) || made.least != std::floor(made.least) ||
                  made.most != std::floor(made.most) ||
                  (made.scale == Scale::even && std::fmod(value, 2) != 0)))
      return fault(line.place, "**%1** must be %2 number and its range whole numbers.",
                   {name.name, line.scale == "even" ? "an even" : "a whole"}),
             void();
  }
  to_.params.push_back(std::move(made));
  line.names[0].symbol = declare(std::move(symbol));
}

void Checker::keep(Line& line) {
  Named& name = line.names[0];
  keeping_ = true;
  const Type found = type(*line.value);
  keeping_ = false;
  if (isReserved(name)) return;
  if (find(name.name)) return fault(name.place, "**%1** is already defined.", {name.name}), void();
  if (kept_ >= kMostKept) return fault(name.place, "At most 8 names can be persistent."), void();
  bind(name, found, line.value.get());
  if (name.symbol < 0) return;
  Symbol& symbol = to_.symbols[static_cast<size_t>(name.symbol)];
  symbol.role = Role::kept;
  symbol.index = kept_++;
  for (const Size& size : {symbol.type.rows, symbol.type.columns})
    if (size.kind == SizeKind::rank || size.kind == SizeKind::rowsOf || size.kind == SizeKind::span)
      fault(line.place, "**%1** cannot be persistent: its size may change between updates.",
            {name.name});
}

void Checker::show(Line& line) {
  const Type found = type(*line.value);
  if (found.unknown()) return;
  const bool list = found.is(Form::vector) &&
                    (found.rows == kJoints || found.rows == kDirections || found.rows == kTargets);
  if (!list && !found.is(Form::number))
    return needs(line.value->place, "show", "a number or one per joint, direction or target",
                 found),
           void();
  if (to_.shown.size() >= kMaxShownValues)
    return fault(line.place, "At most 6 values can be shown."), void();
  const std::string key = textOf(*line.value);
  for (const ShownValue& each : to_.shown)
    if (each.key == key) return fault(line.place, "**%1** is already shown.", {key}), void();
  to_.shown.push_back({key, line.label.empty() ? key : line.label, line.unit, found, false, &line});
}

// τ(s): a function of a number; all other values are those that the last update left.
void Checker::curve(Line& line) {
  for (const ShownValue& each : to_.shown)
    if (each.curve) return fault(line.place, "Only one curve can be shown."), void();
  if (to_.shown.size() >= kMaxShownValues)
    return fault(line.place, "At most 6 values can be shown."), void();
  Named& variable = line.names[1];
  if (isReserved(variable)) return;
  Symbol* hidden = find(variable.name);
  if (hidden) hidden->isReadable = false;
  variable.symbol = declare({variable.name, Role::curve, numberType(), 0, variable.place});
  curving_ = true;
  const Type found = type(*line.value);
  curving_ = false;
  to_.symbols[static_cast<size_t>(variable.symbol)].isReadable = false;
  if (hidden) hidden->isReadable = true;
  if (!found.unknown() && (!found.is(Form::number) || found.truth))
    expected(line.value->place, "a number", found);
  const std::string name = line.names[0].name;
  to_.shown.push_back({formatSentence("%1(%2)", {name, variable.name}),
                       line.label.empty() ? name : line.label, line.unit, numberType(), true,
                       &line});
}

// Sets the type of the loop variable; returns the number of iterations as a size.
Size Checker::range(Range& range, Type& counter) {
  counter = numberType();
  switch (range.over) {
    case Over::joints:
    case Over::outward:
    case Over::inward:
      counter.counts = kJoints;
      return kJoints;
    case Over::directions:
      counter.counts = kDirections;
      return kDirections;
    case Over::targets:
      counter.counts = kTargets;
      return kTargets;
    case Over::rows:
      counter.counts = kRows;
      return kRows;
    case Over::blocks:
      counter.counts = kBlocks;
      return kBlocks;
    default:
      break;
  }
  type(*range.low);
  type(*range.high);
  if (!bound(*range.low, 1) || !bound(*range.high, 0)) return kOne;
  return spanOf(*range.low, *range.high, {SizeKind::count, 1000000}).rows;
}

// Checks an end of a loop: it is an index, so a start below the first entry is a fault.
bool Checker::bound(Node& node, double least) {
  const auto whole = [&] {
    if (node.kind == Kind::number)
      return node.value == std::floor(node.value) && node.value >= least && node.value <= 1e6;
    if (node.kind != Kind::name || node.symbol < 0) return false;
    const Symbol& symbol = to_.symbols[static_cast<size_t>(node.symbol)];
    if (symbol.role == Role::given) {
      const Given given = static_cast<Given>(symbol.index);
      return given == Given::n || given == Given::m || given == Given::r;
    }
    if (symbol.role != Role::param) return false;
    const ParamText& param = to_.params[static_cast<size_t>(symbol.index)];
    return (param.scale == Scale::integer || param.scale == Scale::even) && param.least >= least &&
           param.most <= 1e6;
  };
  if (whole()) return true;
  if (node.type.unknown() && node.kind != Kind::number) return false;
  fault(node.place,
        "A loop bound must be a whole number, **n**, **m**, **r** or a **whole** or **even** "
        "parameter, and at least 1.");
  return false;
}

std::vector<char> Checker::listReadable() const {
  std::vector<char> known;
  for (const Symbol& each : to_.symbols) known.push_back(each.isReadable);
  return known;
}

void Checker::loop(Line& line) {
  Type counter;
  range(line.range, counter);
  const Named name{line.range.loop, line.range.loopPlace};
  if (isReserved(name)) return;
  if (find(name.name))
    return fault(name.place, "**%1** is already defined. Choose another name.", {name.name}),
           void();
  const std::vector<char> before = listReadable();
  line.range.symbol = declare({name.name, Role::loop, counter, 0, name.place});
  ++loops_;
  counting_.push_back(line.range.symbol);
  block(line.block);
  counting_.pop_back();
  --loops_;
  // Names that the loop sets first are only visible within it, because it may not run.
  for (size_t i = 0; i < to_.symbols.size(); ++i)
    to_.symbols[i].isReadable = i < before.size() && before[i];
}

void Checker::branch(Line& line) {
  const size_t faultIndex = to_.faults.size();
  truth(*line.condition, "if");
  const std::vector<char> before = listReadable();
  const auto was = [&](size_t i) { return i < before.size() && before[i]; };
  block(line.block);
  const std::vector<char> first = listReadable();
  for (size_t i = 0; i < to_.symbols.size(); ++i) to_.symbols[i].isReadable = was(i);
  block(line.otherwise);
  if (needsWhere(*line.condition, faultIndex))
    for (Fix& each : suggestWhere(line, before))
      to_.faults[faultIndex].fixes.push_back(std::move(each));
  // Names that both branches set are visible afterwards; a branch that ends in `stop` or `next`
  // does not count.
  const auto leaves = [](const std::vector<Line>& lines) {
    return !lines.empty() &&
           (lines.back().kind == LineKind::stop || lines.back().kind == LineKind::next) &&
           !lines.back().condition;
  };
  for (size_t i = 0; i < to_.symbols.size(); ++i) {
    const bool a = i < first.size() && first[i], b = to_.symbols[i].isReadable;
    to_.symbols[i].isReadable = leaves(line.block) ? b : leaves(line.otherwise) ? a : a && b;
  }
}

void Checker::leave(Line& line) {
  if (line.condition) truth(*line.condition, line.kind == LineKind::stop ? "stop if" : "next if");
  if (loops_ == 0)
    fault(line.place, "**%1** is only allowed in a loop.",
          {line.kind == LineKind::stop ? "stop" : "next"});
}

void Checker::truth(Node& condition, std::string_view what) {
  const Type found = type(condition);
  if (found.unknown() || (found.is(Form::number) && found.truth)) return;
  if (found.truth) {
    const std::string text = textOf(condition);
    fault(condition.place,
          formatSentence(
              "**%1** needs one yes/no value, found %2. Use **all(…)**%3.",
              {what, found, what == "if" ? ", **any(…)** or **where(…)**" : " or **any(…)**"}),
          {replace(condition, formatSentence("all(%1)", {text})),
           replace(condition, formatSentence("any(%1)", {text}))});
    return;
  }
  needs(condition.place, what, "a yes/no value", found);
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
