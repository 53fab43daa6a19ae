// The syntax tree of a formula: lines and expressions as written, each with its position.
//
//   program = { line }                   block = indented { line }
//   line    = param | keep | show | learn | for | if | leave | set
//   param   = "param" name "="
//             ( number [unit] [ "in" number ".." number ] ["log" | "whole" | "even"]
//             | "yes" | "no" | name "|" name { "|" name } ) [string]
//   keep    = "keep" name "=" expr
//   show    = "show" ( name "(" name ")" "=" expr | expr ) ( [unit] [string] | string unit )
//             without a string before it, a unit is `m` or `rad`
//   learn   = "learn" block
//   for     = "for" name "in" range block
//   if      = "if" expr block { "else" "if" expr block } [ "else" block ]
//   leave   = ( "stop" | "next" ) [ "if" expr ]
//   set     = name { "," name } [ "[" part { "," part } "]" ] ( "=" | "+=" ) expr
//   range   = "joints" | "outward" | "inward" | "directions" | "targets" | "rows" | "blocks"
//             | bound ".." bound
//   expr    = or [ "if" or "else" expr ]     or = and { "or" and }     and = not { "and" not }
//   not     = "not" not | sum [ ( "<" | "≤" | ">" | "≥" | "==" | "≠" | "is" ) sum ]
//   sum     = product { ( "+" | "-" ) product }
//   product = beside { ( "·" | "/" | "∘" | "./" | "×" ) beside }
//   beside  = "-" beside | power { power }   side by side: a product
//   power   = atom { "[" part { "," part } "]" | "ᵀ" | "⁺" | "²" … | "^" … | ".²" … | "°" }
//             "^T", "^{T}" and ".T" are "ᵀ", unless T is a name of the formula;
//             "^+" and "^{+}" are "⁺"
//   part    = ":" | expr [ ".." expr ]
//   atom    = number | name | "(" expr ")" | "‖" expr "‖" | "|" expr "|" | name "(" … ")"
//           | "[" expr "for" name "in" range "]" | "[" expr { "," expr } "]"
#pragma once

#include "iklab/formula/source.hpp"
#include "iklab/formula/type.hpp"

namespace iklab::formula {

enum class Kind : unsigned char {
  number,     // value.
  name,       // name.
  truth,      // value: 1 yes, 0 no.
  call,       // name(kids...), or with a range name(kid for ... in ...).
  list,       // [kids...].
  each,       // [kid for loop in range].
  index,      // Kid 0, then its indices.
  all,        // As an index: ":".
  span,       // As an index: from kid 0 to kid 1.
  transpose,  // Of kid 0, like all kinds down to `degree`.
  pseudoinverse,
  power,       // Kid 0 to kid 1.
  entryPower,  // The same, entry by entry.
  degree,
  negate,
  sum,      // Kids, each added or, if `signs` has '-', subtracted.
  beside,   // Product of adjacent kids.
  product,  // Kid 0, `sign`, kid 1.
  compare,  // The same.
  is,       // Kid 0 is the option `name`.
  both,     // and
  either,   // or
  no,       // not
  choose,   // Kid 0 if kid 1 else kid 2.
  length,   // ‖kid‖.
  magnitude,
};

struct Node;
using NodePointer = std::unique_ptr<Node>;

enum class Over : unsigned char {
  none,
  joints,
  outward,
  inward,
  directions,
  targets,
  rows,
  blocks,
  span
};

struct Range {
  Over over = Over::none;
  NodePointer low = {}, high = {};  // Ends of a span.
  Place place = {};
  std::string loop = {};  // Name of the loop variable.
  Place loopPlace = {};
  int symbol = -1;
};

struct Node {
  Kind kind = Kind::number;
  Sign sign = Sign::none;
  bool bracketed = false;
  double value = 0;
  std::string name = {};
  std::string signs = {};
  std::vector<NodePointer> kids = {};
  Range range = {};
  Place place = {};
  // Found by the check.
  Type type = {};
  int symbol = -1;  // For a name: its index among the symbols.
};

enum class LineKind : unsigned char { param, keep, show, learn, loop, branch, stop, next, set };

struct Named {
  std::string name;
  Place place;
  int symbol = -1;
};

struct Line {
  LineKind kind = LineKind::set;
  Place place = {};
  // Names that it sets or declares; for a curve: its own name, then its variable.
  std::vector<Named> names = {};
  std::vector<NodePointer> parts = {};  // Indices of the one name that it sets.
  bool add = false;                     // The operator is +=.
  NodePointer value = {};               // For param, keep, show and set.
  NodePointer condition = {};           // For a branch; for stop and next if there is one.
  Range range = {};
  std::vector<Line> block = {}, otherwise = {};
  // For param and show.
  std::string unit = {}, label = {};
  // For param.
  std::vector<std::string> options = {};
  double initial = 0, least = 0, most = 0;
  bool toggle = false, ranged = false;
  std::string scale = {};
  bool curve = false;  // For show.
};

// Parses a source without faults. A line with a syntax error is reported in `faults` and left out.
// Sets the kind of names that their lines use as units, options or words of a scale.
std::vector<Line> parse(Source& source, std::vector<TextFault>& faults);

}  // namespace iklab::formula
