// What a text says: lines and expressions as they are written, each with its place.
//
//   program = { line }                   block = indented { line }
//   line    = param | keep | show | learn | for | if | leave | set
//   param   = "param" name "=" ( number [unit] [ "in" number ".." number ] ["log" | "whole" | "even"]
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
//             "^T", "^{T}" and ".T" are "ᵀ", unless T is a name of the text; "^+" and "^{+}" are "⁺"
//   part    = ":" | expr [ ".." expr ]
//   atom    = number | name | "(" expr ")" | "‖" expr "‖" | "|" expr "|" | name "(" … ")"
//           | "[" expr "for" name "in" range "]" | "[" expr { "," expr } "]"
#pragma once

#include "iklab/ik/formula/source.hpp"
#include "iklab/ik/formula/type.hpp"

namespace iklab::formula {

enum class Kind : unsigned char {
  number,     // Value.
  name,       // Name.
  truth,      // value: 1 yes, 0 no.
  call,       // name(kids…), with a range name(kid for … in …).
  list,       // [kids…].
  each,       // [kid for loop in range].
  index,      // Kid 0, then its parts.
  all,        // Of an index: ":".
  span,       // Of an index: from kid 0 to kid 1.
  transpose,  // Of kid 0, as all up to `degree`.
  pseudoinverse,
  power,       // Kid 0 to kid 1.
  entryPower,  // Likewise, entry by entry.
  degree,
  negate,
  sum,      // Kids, each added or, where `signs` has '-', taken away.
  beside,   // Kids side by side.
  product,  // Kid 0, `sign`, kid 1.
  compare,  // Likewise.
  is,       // Kid 0 is the option `name`.
  both,     // And.
  either,   // Or
  no,       // Not.
  choose,   // Kid 0 if kid 1 else kid 2.
  length,   // ‖kid‖
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
  NodePointer low = {}, high = {};  // Of a span.
  Place place = {};
  std::string loop = {};  // The name that counts.
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
  // What the check finds.
  Type type = {};
  int symbol = -1;  // Of a name: its place among the symbols.
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
  std::vector<Named> names = {};  // That it sets or declares; of a curve: its own, its variable.
  std::vector<NodePointer> parts = {};  // Of the one name that it sets.
  bool add = false;                     // +=
  NodePointer value = {};               // Of param, keep, show, set.
  NodePointer condition = {};           // Of a branch; of stop and next where there is one.
  Range range = {};
  std::vector<Line> block = {}, otherwise = {};
  // Of param and show.
  std::string unit = {}, label = {};
  // Of a param.
  std::vector<std::string> options = {};
  double initial = 0, least = 0, most = 0;
  bool toggle = false, ranged = false;
  std::string scale = {};
  bool curve = false;  // Of a show.
};

// Lines of a source without faults; what is none is told in `faults` and left out. Names that their
// lines make something else of become that: units, options, words of a scale.
std::vector<Line> parse(Source& source, std::vector<TextFault>& faults);

}  // namespace iklab::formula
