// The text of a method, cut into tokens, and what is wrong with it. docs/formula.md has the
// language.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iklab::formula {

inline constexpr int kMostBytes = 8192;
inline constexpr int kMostLines = 200;
inline constexpr int kMostBlocks = 4;     // One inside the other.
inline constexpr int kMostBrackets = 32;  // Likewise.

// Where something stands: UTF-16 units from the beginning of the text, as editors count them; line
// and column from 1.
struct Place {
  int from = 0, to = 0, line = 1, column = 1;
};

// An edit that would mend a fault, as a button says it.
struct Fix {
  std::string label;
  int from, to;
  std::string text;
};

struct TextFault {
  Place place;
  std::string sentence;  // **name**: a name, printed bold.
  std::vector<Fix> fixes = {};
};

enum class Sign : unsigned char {
  none,
  open,
  close,
  openSquare,
  closeSquare,
  comma,
  colon,
  dots,  // ..
  assign,
  addAssign,
  plus,
  minus,
  dot,          // · *
  divide,       // /
  entry,        // ∘ .*
  entryDivide,  // ./ ⊘
  cross,        // ×
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  unequal,
  bar,        // |
  doubleBar,  // ‖
  transpose,  // ᵀ '
  pseudoinverse,
  // , or a superscript, whose number is `value`.
  power,
  entryPower,  // The same behind a dot.
  degree,
};

enum class TokenKind : unsigned char {
  name,
  unit,    // The parser tells these two: a unit of param and show,
  option,  // An option of a choice.
  word,
  number,
  string,
  sign,
  newline,
  indent,
  dedent,
  end
};

struct Token {
  TokenKind kind = TokenKind::end;
  Sign sign = Sign::none;
  bool spaced = false;       // White space stands before it.
  bool superscript = false;  // Of a power: `value` is its number.
  double value = 0;
  std::string_view text = {};  // As written.
  std::string name = {};       // Of a name, a word or a string: as it is known.
  Place place = {};
};

// What an editor colours: a token or a comment.
struct Coloured {
  Place place;
  bool comment;
  size_t token;  // Place in `tokens`.
};

struct Source {
  std::shared_ptr<const std::string> kept;  // That all texts are parts of.
  std::string_view text = {};
  std::vector<Token> tokens = {};
  std::vector<Coloured> coloured = {};
  std::vector<TextFault> faults = {};
};

// Tokens of a text of any bytes; faults: too long, no UTF-8, a tab before a line, a character that
// the language does not have, brackets and texts that do not end.
Source tokenise(std::string text);

}  // namespace iklab::formula
