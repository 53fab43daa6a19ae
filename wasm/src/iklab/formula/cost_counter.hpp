// Counts the cost of each line of a formula, and reports which line exceeds a limit.
#pragma once

#include <optional>

#include "iklab/formula/program.hpp"

namespace iklab::formula {

class CostCounter {
 public:
  explicit CostCounter(const Checked& text) : text_(text) {}

  // Costs of a line: an operation and its work over all iterations; numbers in the arena; numbers
  // stored per instance.
  void operation(int line, double work);
  void addMemory(int line, double numbers) { costOf(line).room += numbers; }
  void memory(int line, double numbers) { costOf(line).memory += numbers; }
  // A loop. work: total work of the program when the loop begins and when it ends.
  void enter(const Range& range, int line, double trips, double work);
  void leave(double work);

  // The fault if a limit is exceeded, at the line or loop with the largest share.
  std::optional<TextFault> fault(const Program& program, double work, double room) const;

 private:
  struct Loop {
    Place place;
    int line;
    double trips, work;
    int outer;  // The enclosing loop; below 0: none.
  };
  struct LineCost {
    double work = 0, room = 0, memory = 0;
    int operations = 0;
    std::vector<std::pair<int, double>> within = {};  // Each loop, and the work of the line in it.
  };
  LineCost& costOf(int line);
  int most(double (*of)(const LineCost&)) const;
  TextFault makeFault(std::string_view sentence, int line, std::string_view amount) const;
  TextFault tooMuchWork(double work, double allowed) const;

  const Checked& text_;
  std::vector<LineCost> lines_ = std::vector<LineCost>(kMostLines + 2);
  std::vector<Loop> loops_ = {};
  int loop_ = -1;
};

}  // namespace iklab::formula
