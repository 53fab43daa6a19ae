// A text whose lines have been looked at: names, forms and sizes of all that stands in it, and its
// faults. The same in every scene.
#pragma once

#include <deque>

#include "iklab/ik/formula/functions.hpp"
#include "iklab/ik/formula/syntax.hpp"
#include "iklab/ik/param.hpp"

namespace iklab::formula {

inline constexpr int kMostParams = 20;
inline constexpr int kMostKept = 8;
inline constexpr int kMostShown = 6;

enum class Role : unsigned char { given, param, kept, variable, loop, curve };

struct Symbol {
  std::string name;
  Role role;
  Type type;
  int index = 0;  // Of a given name Given, of a parameter and a kept name its place.
  Place place = {};
  std::vector<std::string> options = {};  // Of a choice.
  bool known = true;                      // Can be read where the check is.
  bool ofLearn = false;                   // Set in `learn`.
  bool read = false;                      // By a curve.
  int id = -1;                            // Its place among the symbols.
};

struct ParamText {
  std::string key, unit, label, options;  // options: "OPTION OPTION…".
  double least, most, initial;
  Scale scale;
  Place place;
};

struct Shown {
  std::string key, label, unit;
  Type type;  // Of a curve: number.
  bool curve;
  const Line* line;  // Of `lines`.
};

struct Checked {
  Source source = {};
  std::vector<Line> lines = {};
  std::deque<Symbol> symbols = {};  // Each stays where it is.
  std::vector<ParamText> params = {};
  std::vector<Shown> shown = {};
  // What a span of a list can have at most, by its number: a size with a name, or `count`.
  std::vector<Size> spans = {};
  bool elsewhere = false;  // It looks where its steps would lead: the target clamp is not for it.
  std::vector<TextFault> faults = {};

  bool sound() const { return faults.empty(); }
};

// Reads a text of any bytes.
Checked check(std::string text);

// What a product of two is; unknown where it is none.
Type productOf(const Type& left, const Type& right);

}  // namespace iklab::formula
