#include "iklab/formula/cost_counter.hpp"

#include <algorithm>

#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

// "3.1 G"
std::string amount(double count) {
  if (count >= 1e9) return concatenate({decimal(roundToDigits(count / 1e9, 2)), " G"});
  if (count >= 1e6) return concatenate({decimal(roundToDigits(count / 1e6, 2)), " M"});
  return decimal(roundToDigits(count, 3));
}

const Line* lineAt(const std::vector<Line>& lines, int number) {
  for (const Line& each : lines) {
    if (each.place.line == number) return &each;
    for (const auto* within : {&each.block, &each.otherwise})
      if (const Line* found = lineAt(*within, number)) return found;
  }
  return nullptr;
}

}  // namespace

CostCounter::LineCost& CostCounter::costOf(int line) {
  return lines_[static_cast<size_t>(std::clamp(line, 0, kMostLines + 1))];
}

void CostCounter::operation(int line, double work) {
  LineCost& taken = costOf(line);
  ++taken.operations;
  taken.work += work;
  for (auto& [loop, worked] : taken.within)
    if (loop == loop_) return void(worked += work);
  taken.within.emplace_back(loop_, work);
}

void CostCounter::enter(const Range& range, int line, double trips, double work) {
  Place place = range.loopPlace;
  place.to = range.place.to;
  loops_.push_back({place, line, trips, work, loop_});
  loop_ = static_cast<int>(loops_.size()) - 1;
}

void CostCounter::leave(double work) {
  Loop& loop = loops_[static_cast<size_t>(loop_)];
  loop.work = work - loop.work;
  loop_ = loop.outer;
}

int CostCounter::most(double (*of)(const LineCost&)) const {
  const auto found =
      std::max_element(lines_.begin(), lines_.end(),
                       [&](const LineCost& a, const LineCost& b) { return of(a) < of(b); });
  return static_cast<int>(found - lines_.begin());
}

TextFault CostCounter::makeFault(std::string_view sentence, int line,
                                 std::string_view amount) const {
  const Line* at = lineAt(text_.lines, line);
  return {at ? at->place : Place{},
          concatenate({sentence, " Line ", std::to_string(line), " ", amount})};
}

// Names the loop with the most iterations, among those around the most expensive part of the line.
TextFault CostCounter::tooMuchWork(double work, double allowed) const {
  const std::string sentence =
      concatenate({"An update takes up to ", amount(work),
                   " operations in this scene; the limit is ", amount(allowed), "."});
  const int line = most([](const LineCost& each) { return each.work; });
  const LineCost& taken = lines_[static_cast<size_t>(line)];
  const auto dearest =
      std::max_element(taken.within.begin(), taken.within.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const Loop* longest = nullptr;
  for (int at = dearest == taken.within.end() ? -1 : dearest->first; at >= 0;
       at = loops_[static_cast<size_t>(at)].outer) {
    const Loop& loop = loops_[static_cast<size_t>(at)];
    if (!longest || loop.trips >= longest->trips) longest = &loop;
  }
  if (!longest) return makeFault(sentence, line, concatenate({"takes ", amount(taken.work), "."}));
  return {longest->place,
          concatenate({sentence, " Line ", std::to_string(longest->line), ", a loop of ",
                       amount(longest->trips), " iterations, takes ", amount(longest->work), "."})};
}

std::optional<TextFault> CostCounter::fault(const Program& program, double work,
                                            double room) const {
  if (program.code.size() > kMostOperations) {
    const int line = most([](const LineCost& each) { return 1.0 * each.operations; });
    const int count = lines_[static_cast<size_t>(line)].operations;
    return makeFault(concatenate({"The formula has ", std::to_string(program.code.size()),
                                  " instructions; the limit is 1 000."}),
                     line, concatenate({"has ", std::to_string(count), "."}));
  }
  if (!(work <= program.mostWork)) return tooMuchWork(work, program.mostWork);
  const auto numbers = [&](std::string_view sentence, double (*of)(const LineCost&)) {
    const int line = most(of);
    return makeFault(sentence, line,
                     concatenate({"takes ", amount(of(lines_[static_cast<size_t>(line)])), "."}));
  };
  if (!(room <= kMaxArena))
    return numbers(concatenate({"In this scene the formula needs memory for ", amount(room),
                                " numbers; the limit is 4 M."}),
                   [](const LineCost& each) { return each.room; });
  if (program.memory > kMostMemory)
    return numbers(concatenate({"In this scene the formula keeps ", amount(program.memory),
                                " numbers; the limit is 70 000."}),
                   [](const LineCost& each) { return each.memory; });
  return {};
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
