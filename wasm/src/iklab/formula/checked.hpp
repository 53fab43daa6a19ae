// A formula whose lines have been checked: the names, forms and sizes of all its parts, and its
// faults. The same in every scene.
#pragma once

#include <deque>

#include "iklab/formula/functions.hpp"
#include "iklab/formula/syntax.hpp"
#include "iklab/ik/param.hpp"

namespace iklab::formula {

inline constexpr int kMostParams = 20;
inline constexpr int kMostKept = 8;
inline constexpr int kMaxShownValues = 6;

enum class Role : unsigned char { given, param, kept, variable, loop, curve };

struct Symbol {
  std::string name;
  Role role;
  Type type;
  // A Given for a given name; a position in the list of parameters or of kept names.
  int index = 0;
  Place place = {};
  std::vector<std::string> options = {};  // Options of a choice.
  // True if the name can be read at the current position of the check.
  bool isReadable = true;
  bool ofLearn = false;  // True if `learn` sets the name.
  bool read = false;     // True if a curve reads the name.
  int id = -1;           // Index in `symbols`.
};

struct ParamText {
  std::string key, unit, label, options;  // options: "OPTION OPTION...".
  double least, most, initial;
  Scale scale;
  Place place;
};

struct ShownValue {
  std::string key, label, unit;
  Type type;  // For a curve: number.
  bool curve;
  const Line* line;  // Points into `lines`.
};

struct Checked {
  Source source = {};
  std::vector<Line> lines = {};
  std::deque<Symbol> symbols = {};  // A deque, so that addresses are stable.
  std::vector<ParamText> params = {};
  std::vector<ShownValue> shown = {};
  // Largest size of each list range, by its number: a named size, or `count`.
  std::vector<Size> spans = {};
  // True if the formula evaluates other poses: the target clamp does not apply.
  bool evaluatesPoses = false;
  std::vector<TextFault> faults = {};

  bool isValid() const { return faults.empty(); }
};

// text: any bytes.
Checked check(std::string text);

// The type of the product of two values; unknown if there is none.
Type productOf(const Type& left, const Type& right);

}  // namespace iklab::formula
