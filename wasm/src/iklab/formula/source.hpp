// The text of a formula, split into tokens, and its faults. docs/formula.md describes the language.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iklab::formula {

inline constexpr int kMostBytes = 8192;
inline constexpr int kMostLines = 200;
inline constexpr int kMostBlocks = 4;     // Largest depth.
inline constexpr int kMostBrackets = 32;  // Largest depth.

// A range in UTF-16 units from the beginning of the text, as in editors; line and column from 1.
struct Place {
  int from = 0, to = 0, line = 1, column = 1;
};

// An edit that would correct a fault. label: text of its button.
struct Fix {
  std::string label;
  int from, to;
  std::string text;
};

struct TextFault {
  Place place;
  std::string sentence;  // **name**: printed in bold.
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
  // ^, or a superscript whose number is `value`.
  power,
  entryPower,  // The same after a dot.
  degree,
};

enum class TokenKind : unsigned char {
  name,
  unit,    // Set by the parser: a unit of param or show.
  option,  // Set by the parser: an option of a choice.
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
  bool spaced = false;       // White space precedes it.
  bool superscript = false;  // For a power: its number is `value`.
  double value = 0;
  std::string_view text = {};  // As written.
  std::string name = {};       // For a name, a word or a string: its canonical form.
  Place place = {};
};

// A token or comment that an editor highlights.
struct Coloured {
  Place place;
  bool comment;
  size_t token;  // Index in `tokens`.
};

struct Source {
  std::shared_ptr<const std::string> kept;  // The string that all views refer to.
  std::string_view text = {};
  std::vector<Token> tokens = {};
  std::vector<Coloured> coloured = {};
  std::vector<TextFault> faults = {};
};

// Splits a text of any bytes into tokens. Faults: too long, not UTF-8, a tab before a line, a
// character that is not in the language, unterminated brackets and strings.
Source tokenise(std::string text);

}  // namespace iklab::formula
