// What the lines of a text take of what a program may have, and what is said where that is too
// much.
#pragma once

#include <optional>

#include "iklab/ik/formula/program.hpp"

namespace iklab::formula {

class Spending {
 public:
  explicit Spending(const Checked& text) : text_(text) {}

  // Of a line: an operation and what it works in all its rounds; numbers in the arena; numbers
  // kept.
  void operation(int line, double work);
  void room(int line, double numbers) { of(line).room += numbers; }
  void memory(int line, double numbers) { of(line).memory += numbers; }
  // A loop, and what the program works when it begins and when it ends.
  void enter(const Range& range, int line, double trips, double work);
  void leave(double work);

  // More than is allowed, at the line or loop that takes most of it.
  std::optional<TextFault> fault(const Program& program, double work, double room) const;

 private:
  struct Loop {
    Place place;
    int line;
    double trips, work;
    int outer;  // The loop around it; below 0: none.
  };
  struct Taken {
    double work = 0, room = 0, memory = 0;
    int operations = 0;
    std::vector<std::pair<int, double>> within = {};  // A loop, and what the line works there.
  };
  Taken& of(int line);
  int most(double (*of)(const Taken&)) const;
  TextFault told(std::string_view sentence, int line, std::string_view amount) const;
  TextFault tooMuchWork(double work, double allowed) const;

  const Checked& text_;
  std::vector<Taken> lines_ = std::vector<Taken>(kMostLines + 2);
  std::vector<Loop> loops_ = {};
  int loop_ = -1;
};

}  // namespace iklab::formula
