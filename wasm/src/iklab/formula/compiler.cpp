#include "iklab/formula/compiler.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "iklab/formula/operation_cost.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {
namespace {

constexpr double kHugeArena = 1e9;  // As a size: larger than any arena.

}  // namespace

Sizes::Sizes(const Model& model)
    : joints(model.columns()),
      rows(model.rows()),
      directions(std::min(joints, rows)),
      targets(static_cast<int>(model.task.targets().size())),
      blocks(static_cast<int>(model.task.blocks().size())),
      sixRows(blocks > targets) {}

double Sizes::most(const Size& size, const Checked& text) const {
  switch (size.kind) {
    case SizeKind::one:
      return 1;
    case SizeKind::joints:
      return joints;
    case SizeKind::rows:
      return rows;
    case SizeKind::directions:
    case SizeKind::rank:
      return directions;
    case SizeKind::targets:
      return targets;
    case SizeKind::blocks:
      return blocks;
    case SizeKind::rowsOf:
      return sixRows ? 6 : 3;
    case SizeKind::count:
      return size.index;
    default:
      return most(text.spans[static_cast<size_t>(size.index)], text);
  }
}

Result<Program> compile(const Checked& text, const Model& model, Place* where) {
  return Compiler(text, model).run(where);
}

Result<Program> Compiler::run(Place* where) {
  symbolSlots_.assign(text_.symbols.size(), -1);
  program_.given.assign(givenNames().size(), -1);
  for (const ParamText& each : text_.params) {
    (void)each;
    program_.params.push_back(addSlot(1, 1));
  }
  given(Given::answer);
  compileKeepAndUpdate();
  learn();
  program_.arena = static_cast<size_t>(std::min(arena_, kHugeArena));
  program_.work = work_;
  program_.mostWork = maxWork(sizes_);
  if (auto fault = spending_.fault(program_, work_, arena_)) {
    if (where) *where = fault->place;
    return Fault{std::move(fault->sentence)};
  }
  return std::move(program_);
}

void Compiler::compileKeepAndUpdate() {
  for (const Line& each : text_.lines)
    if (each.kind == LineKind::keep) {
      line_ = each.place.line;
      const Symbol& symbol = text_.symbols[static_cast<size_t>(each.names[0].symbol)];
      const int to = addSlot(symbol.type);
      symbolSlots_[static_cast<size_t>(symbol.id)] = to;
      const Value made = plain(value(*each.value));
      add(Op::copy, to, made.slot, -1, -1, 0, entries(symbol.type));
      program_.kept.push_back(to);
      program_.learned.push_back(addSlot(symbol.type));
      program_.memory += static_cast<int>(std::min(entries(symbol.type), kHugeArena / 10));
      spending_.memory(line_, entries(symbol.type));
    }
  add(Op::halt, -1);
  std::fill(needed_.begin(), needed_.end(), 0);
  program_.update = static_cast<int>(program_.code.size());
  block(text_.lines);
  compileShown();
  add(Op::halt, -1);
}

void Compiler::learn() {
  const auto found = std::find_if(text_.lines.begin(), text_.lines.end(),
                                  [](const Line& each) { return each.kind == LineKind::learn; });
  if (found == text_.lines.end()) return;
  learning_ = true;
  std::fill(needed_.begin(), needed_.end(), 0);
  program_.learn = static_cast<int>(program_.code.size());
  for (size_t i = 0; i < program_.kept.size(); ++i)
    add(Op::copy, program_.learned[i], program_.kept[i]);
  block(found->block);
  add(Op::halt, -1);
}

// Compiles what is shown of an update: values at its end, a curve on request.
void Compiler::compileShown() {
  for (const ShownValue& each : text_.shown) {
    line_ = each.line->place.line;
    if (each.curve) continue;
    const Value made = plain(value(*each.line->value));
    const int to = addSlot(each.type);
    add(Op::copy, to, made.slot, -1, -1, 0, entries(each.type));
    program_.shown.push_back(to);
  }
  for (const ShownValue& each : text_.shown) {
    if (!each.curve) continue;
    line_ = each.line->place.line;
    // The given values that the curve reads are computed with the update.
    for (const Given one : {Given::U, Given::sigma, Given::V, Given::r, Given::distance})
      for (const Symbol& symbol : text_.symbols)
        if (symbol.role == Role::given && symbol.index == static_cast<int>(one) && symbol.read)
          need(one);
    add(Op::halt, -1);
    program_.curve = static_cast<int>(program_.code.size());
    program_.curveVariable = addSlot(1, 1);
    symbolSlots_[static_cast<size_t>(each.line->names[1].symbol)] = program_.curveVariable;
    program_.curveValue = plain(value(*each.line->value)).slot;
  }
}

// --- slots.

size_t Compiler::add(Op op, int to, int a, int b, int c, int flag, double steps) {
  const double price = costOfOperation(op, flag, std::max(1.0, steps));
  Instruction made{op, static_cast<uint8_t>(flag), to, a, b, c, line_, price};
  work_ += factor_ * made.work;
  spending_.operation(line_, factor_ * made.work);
  // Code that is too long is rejected anyway, so it need not grow further.
  if (program_.code.size() <= 20 * kMostOperations) program_.code.push_back(made);
  return program_.code.size() - 1;
}

int Compiler::addSlot(double rows, double columns) {
  const double numbers = rows * columns;
  Slot made{static_cast<int>(std::min(rows, 1e6)), static_cast<int>(std::min(columns, 1e6)),
            static_cast<int>(std::min(arena_, kHugeArena))};
  arena_ += numbers;
  spending_.addMemory(line_, numbers);
  program_.slots.push_back(made);
  return static_cast<int>(program_.slots.size()) - 1;
}

int Compiler::addSlot(const Type& type) {
  if (type.is(Form::row)) return addSlot(columns(type), 1);
  if (type.is(Form::diagonal)) return addSlot(rows(type), 1);
  if (type.is(Form::identity)) return addSlot(1, 1);
  return addSlot(rows(type), columns(type));
}

int Compiler::constant(double value) {
  for (const auto& [at, known] : program_.constants)
    if (known == value && std::signbit(known) == std::signbit(value)) return at;
  program_.constants.emplace_back(addSlot(1, 1), value);
  return program_.constants.back().first;
}

int Compiler::given(Given one) {
  int& at = program_.given[static_cast<size_t>(one)];
  if (at >= 0) return at;
  const Type& type = givenNames()[static_cast<size_t>(one)].type;
  at = addSlot(type);
  return at;
}

// Computes a given value once per update, where it is first used; not again where it is certain to
// have been computed.
void Compiler::need(Given one) {
  char& needed = needed_[static_cast<size_t>(one)];
  const int at = given(one);
  if (needed) return;
  needed = 1;
  const double m = sizes_.rows, n = sizes_.joints;
  const bool spectral = one == Given::U || one == Given::sigma || one == Given::V;
  const size_t counted = static_cast<size_t>(spectral ? Given::sigma : one);
  double work = 1;
  if (one == Given::J) work = 12 * m * n;
  if (spectral) work = 12 * m * n * sizes_.directions;
  if (one == Given::H) work = 20 * n * n * sizes_.blocks;
  if (std::exchange(counted_[counted], 1)) work = 1;
  const double factor = std::exchange(factor_, 1);
  add(Op::provide, at, -1, -1, -1, static_cast<int>(one), work);
  factor_ = factor;
}

void Compiler::scratch(double numbers) {
  program_.scratch =
      std::max(program_.scratch, static_cast<size_t>(std::min(numbers, 4 * kMaxArena)));
}

int Compiler::slotOf(int symbol) {
  const Symbol& known = text_.symbols[static_cast<size_t>(symbol)];
  switch (known.role) {
    case Role::given:
      return given(static_cast<Given>(known.index));
    case Role::param:
      return program_.params[static_cast<size_t>(known.index)];
    case Role::kept:
      if (learning_) return program_.learned[static_cast<size_t>(known.index)];
      return program_.kept[static_cast<size_t>(known.index)];
    default: {
      int& at = symbolSlots_[static_cast<size_t>(symbol)];
      if (at < 0) at = addSlot(known.type);
      return at;
    }
  }
}

// --- lines.

void Compiler::block(const std::vector<Line>& lines) {
  const std::vector<char> needed = needed_;
  for (const Line& each : lines) line(each);
  if (&lines != &text_.lines) needed_ = needed;
}

void Compiler::line(const Line& line) {
  line_ = line.place.line;
  switch (line.kind) {
    case LineKind::loop:
      return loop(line);
    case LineKind::branch:
      return branch(line);
    case LineKind::stop:
    case LineKind::next:
      return leave(line);
    case LineKind::set:
      if (line.names[0].name == "Δθ") program_.answerLine = line_;
      if (line.names.size() > 1) return setSeveral(line);
      if (!line.parts.empty()) return setPart(line);
      return set(line);
    default:
      return;
  }
}

double Compiler::countIterations(const Range& range) const {
  switch (range.over) {
    case Over::joints:
    case Over::outward:
    case Over::inward:
      return sizes_.joints;
    case Over::directions:
      return sizes_.directions;
    case Over::targets:
      return sizes_.targets;
    case Over::rows:
      return sizes_.rows;
    case Over::blocks:
      return sizes_.blocks;
    default:
      break;
  }
  const auto most = [&](const Node& bound, bool low) -> double {
    if (bound.kind == Kind::number) return bound.value;
    const Symbol& symbol = text_.symbols[static_cast<size_t>(bound.symbol)];
    if (symbol.role == Role::param) {
      const ParamText& param = text_.params[static_cast<size_t>(symbol.index)];
      return low ? param.least : param.most;
    }
    const Given given = static_cast<Given>(symbol.index);
    if (given == Given::n) return sizes_.joints;
    if (given == Given::m) return sizes_.rows;
    return low ? 1 : sizes_.directions;
  };
  return std::max(1.0, most(*range.high, false) - most(*range.low, true) + 1);
}

// The slots of the first and the last value of a loop.
std::pair<int, int> Compiler::bounds(const Range& range) {
  if (range.over != Over::span) return {constant(1), constant(countIterations(range))};
  const int low = number(*range.low);
  return {low, number(*range.high)};
}

// For a loop over joints from the root outward, or from the tips inward, a hidden number counts.
size_t Compiler::beginLoop(const Range& range, int& counter) {
  const bool ordered = range.over == Over::outward || range.over == Over::inward;
  const bool down = range.over == Over::inward;
  const int own = slotOf(range.symbol);
  counter = ordered ? addSlot(1, 1) : own;
  const auto [low, high] = bounds(range);
  const size_t start = add(Op::begin, counter, low, high, -1, down);
  if (ordered) add(Op::item, own, counter);
  factors_.push_back(factor_);
  factor_ *= countIterations(range);
  spending_.enter(range, line_, countIterations(range), work_);
  return start;
}

void Compiler::endLoop(const Range& range, int counter, size_t start, const Loop& loop) {
  for (const size_t each : loop.nexts) setJumpTarget(each);
  const Instruction first = program_.code[start];
  const bool down = range.over == Over::inward;
  add(Op::next, counter, first.a, first.b, static_cast<int>(start) + 1, down);
  for (const size_t each : loop.stops) setJumpTarget(each);
  setJumpTarget(start);
  spending_.leave(work_);
  factor_ = factors_.back();
  factors_.pop_back();
}

void Compiler::loop(const Line& line) {
  Loop made;
  const std::vector<char> needed = needed_;
  int counter = -1;
  const size_t start = beginLoop(line.range, counter);
  loops_.push_back(&made);
  block(line.block);
  loops_.pop_back();
  line_ = line.place.line;
  endLoop(line.range, counter, start, made);
  needed_ = needed;
}

void Compiler::branch(const Line& line) {
  const int condition = number(*line.condition);
  const std::vector<char> after = needed_;
  const size_t jump = add(Op::jumpUnless, -1, condition);
  const double before = work_;
  block(line.block);
  const double first = work_;
  if (line.otherwise.empty()) {
    setJumpTarget(jump);
  } else {
    const size_t over = add(Op::jump, -1);
    setJumpTarget(jump);
    work_ = before;
    needed_ = after;
    block(line.otherwise);
    work_ = std::max(work_, first);
    setJumpTarget(over);
  }
  needed_ = after;
}

void Compiler::leave(const Line& line) {
  size_t skip = 0;
  if (line.condition) skip = add(Op::jumpUnless, -1, number(*line.condition));
  const size_t jump = add(Op::jump, -1);
  (line.kind == LineKind::stop ? loops_.back()->stops : loops_.back()->nexts).push_back(jump);
  if (line.condition) setJumpTarget(skip);
}

void Compiler::store(int symbol, Value value, Type type) {
  const int to = slotOf(symbol);
  if (type.is(Form::matrix) && value.type.is(Form::identity)) {
    const int zeros = addSlot(type);
    add(Op::fill, zeros, static_cast<int>(rows(type)), static_cast<int>(columns(type)), -1, 0,
        entries(type));
    add(Op::addDiagonal, to, zeros, value.slot, -1, 0, entries(type));
    return;
  }
  const bool kept = type.is(Form::diagonal) && value.type.is(Form::diagonal);
  if (!kept) value = plain(value);
  Instruction& last = program_.code.back();
  const bool own = value.fresh && last.to == value.slot && last.a != to && last.b != to &&
                   last.c != to && last.op < Op::svd && last.op > Op::item;
  if (own)
    last.to = to;
  else
    add(Op::copy, to, value.slot, -1, -1, 0,
        std::max(rows(type), 1.0) * std::max(columns(type), 1.0));
}

void Compiler::set(const Line& line) {
  const int symbol = line.names[0].symbol;
  const Type type = text_.symbols[static_cast<size_t>(symbol)].type;
  if (!line.add) return store(symbol, value(*line.value), type);
  Value left;
  left.type = type;
  left.slot = slotOf(symbol);
  const Value right = value(*line.value);
  store(symbol, addValues(left, right, false, type), type);
}

void Compiler::setSeveral(const Line& line) {
  const Node& call = *line.value;
  const Value of = plain(*call.kids[0]);
  std::vector<int> to;
  for (const Named& each : line.names) to.push_back(slotOf(each.symbol));
  const double m = rows(of.type), n = columns(of.type);
  switch (static_cast<Call>(call.symbol)) {
    case Call::svd: {
      add(Op::svd, to[0], of.slot, to[1], to[2], 0, 12 * m * n * std::min(m, n));
      break;
    }
    case Call::eig:
      scratch(2 * m * m + m);
      add(Op::eig, to[0], of.slot, to[1], -1, 0, 40 * m * m * m);
      break;
    default:
      scratch(m * n + 2 * m);
      add(Op::qr, to[0], of.slot, to[1], -1, 0, 4 * m * m * n + 2 * m * n * std::min(m, n));
      break;
  }
}

void Compiler::setPart(const Line& line) {
  const int symbol = line.names[0].symbol;
  const Type type = text_.symbols[static_cast<size_t>(symbol)].type;
  const int to = slotOf(symbol);
  Value made;
  if (!line.add) made = plain(value(*line.value));
  const bool entry = line.parts.size() == 1 && line.parts[0]->type.is(Form::number);
  if (entry) {
    const int at = number(*line.parts[0]);
    if (line.add) {
      const int old = addSlot(1, 1);
      add(Op::entry, old, to, at);
      const Value right = plain(value(*line.value));
      const int sum = addSlot(1, 1);
      add(Op::number2, sum, old, right.slot, -1, static_cast<int>(Map2::add));
      made.slot = sum;
    }
    add(Op::setEntry, to, made.slot, at);
    return;
  }
  const int at = parts(line.parts, 0, type);
  if (line.add) {
    // A slot stores a row as a column.
    const bool row = line.parts.size() == 2 && line.parts[0]->type.is(Form::number);
    const int old = row ? addSlot(columns(type), 1) : addSlot(type);
    add(Op::part, old, to, at, -1, 0, entries(type));
    const Value right = plain(value(*line.value));
    const int sum = addSlot(type);
    add(Op::map2, sum, old, right.slot, -1, static_cast<int>(Map2::add), entries(type));
    made.slot = sum;
  }
  add(Op::setPart, to, made.slot, at, -1, 0, entries(type));
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
