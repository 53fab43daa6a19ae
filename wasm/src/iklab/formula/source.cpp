#include "iklab/formula/source.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "iklab/math/concatenate.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

struct SignText {
  std::string_view text;
  Sign sign;
};

// Longer signs first.
constexpr SignText kSigns[] = {
    {"...", Sign::none},        {"..", Sign::dots},       {"./", Sign::entryDivide},
    {".*", Sign::entry},        {"+=", Sign::addAssign},  {"==", Sign::equal},
    {"!=", Sign::unequal},      {"<=", Sign::lessEqual},  {">=", Sign::greaterEqual},
    {"(", Sign::open},          {")", Sign::close},       {"[", Sign::openSquare},
    {"]", Sign::closeSquare},   {",", Sign::comma},       {":", Sign::colon},
    {"=", Sign::assign},        {"+", Sign::plus},        {"-", Sign::minus},
    {"−", Sign::minus},         {"·", Sign::dot},         {"⋅", Sign::dot},
    {"*", Sign::dot},           {"/", Sign::divide},      {"∘", Sign::entry},
    {"⊙", Sign::entry},         {"⊘", Sign::entryDivide}, {"×", Sign::cross},
    {"<", Sign::less},          {"≤", Sign::lessEqual},   {">", Sign::greater},
    {"≥", Sign::greaterEqual},  {"≠", Sign::unequal},     {"|", Sign::bar},
    {"‖", Sign::doubleBar},     {"ᵀ", Sign::transpose},   {"'", Sign::transpose},
    {"⁺", Sign::pseudoinverse}, {"°", Sign::degree},
};

constexpr std::string_view kWords[] = {"param", "keep", "show", "learn", "for", "in", "if",  "else",
                                       "stop",  "next", "and",  "or",    "not", "is", "yes", "no"};

struct Alias {
  std::string_view written, name;
};

constexpr Alias kAliases[] = {
    {"dtheta", "Δθ"}, {"theta", "θ"}, {"sigma", "σ"}, {"pi", "π"}, {"inf", "∞"}};

constexpr std::string_view kSuperscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isLetter(uint32_t c) {
  if (c < 0x80) return (c | 32) >= 'a' && (c | 32) <= 'z';
  return (c >= 0xc0 && c <= 0x24f && c != 0xd7 && c != 0xf7) || c == 0xb5 ||
         (c >= 0x391 && c <= 0x3c9 && c != 0x3a2) || (c >= 0x3d1 && c <= 0x3f6) || c == 0x2126 ||
         c == 0x2206;
}

bool continuesName(uint32_t c) {
  return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || (c >= 0x2080 && c <= 0x2089);
}

// True if a message can quote a code point: it is neither a control character nor invisible.
bool isVisible(uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c;
  const bool directs = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) ||
                       (c >= 0x205f && c <= 0x206f) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff;
  const bool outside = (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xfff0 && c <= 0xffff) || c >= 0xe0000;
  return !control && !directs && !outside;
}

// "U+202E"
std::string codeName(uint32_t c) {
  std::string digits;
  for (int shift = c > 0xfffff ? 20 : c > 0xffff ? 16 : 12; shift >= 0; shift -= 4)
    digits += "0123456789ABCDEF"[(c >> shift) & 15];
  return "U+" + digits;
}

class Lexer {
 public:
  explicit Lexer(Source& to) : to_(to), text_(to.text) {}

  void run() {
    while (at_ < text_.size() && to_.faults.empty()) line();
    for (; indents_.size() > 1; indents_.pop_back()) add(TokenKind::dedent, mark());
    if (brackets_ > 0 && to_.faults.empty())
      fault(lastOpen_, concatenate({"Missing “", closing_, "”."}));
    add(TokenKind::newline, mark());
    add(TokenKind::end, mark());
  }

 private:
  struct Mark {
    size_t at;
    int unit, line, column;
  };
  Mark mark() const { return {at_, unit_, line_, unit_ - lineStart_ + 1}; }
  Place since(const Mark& m) const { return {m.unit, unit_, m.line, m.column}; }

  void fault(const Place& place, std::string_view sentence) {
    if (to_.faults.size() < 20) to_.faults.push_back({place, std::string(sentence)});
  }

  // The code point at `at`, and its number of bytes; 0 bytes if there is none.
  uint32_t peek(size_t at, size_t& bytes) const {
    const auto byte = [&](size_t i) {
      return static_cast<uint32_t>(static_cast<uint8_t>(text_[i]));
    };
    const uint32_t first = byte(at);
    bytes = first < 0x80   ? 1
            : first < 0xc2 ? 0
            : first < 0xe0 ? 2
            : first < 0xf0 ? 3
            : first < 0xf5 ? 4
                           : 0;
    if (bytes == 0 || at + bytes > text_.size()) return bytes = 0, 0;
    uint32_t code = bytes == 1 ? first : first & (0xffu >> (bytes + 1));
    for (size_t i = 1; i < bytes; ++i) {
      if ((byte(at + i) & 0xc0) != 0x80) return bytes = 0, 0;
      code = code << 6 | (byte(at + i) & 0x3f);
    }
    const uint32_t least = bytes == 3 ? 0x800 : bytes == 4 ? 0x10000 : 0;
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) bytes = 0;
    return code;
  }
  uint32_t codeAt(size_t at) const {
    size_t bytes = 0;
    if (at >= text_.size()) return 0;
    const uint32_t code = peek(at, bytes);
    return bytes ? code : 0xfffd;
  }
  uint32_t peek() const { return codeAt(at_); }
  bool plain() const { return static_cast<uint8_t>(text_[at_]) < 0x80; }  // ASCII.
  void step() {
    if (plain()) return ++at_, ++unit_, void();
    size_t bytes = 0;
    const uint32_t code = peek(at_, bytes);
    if (bytes == 0) {
      const Mark m = mark();
      ++at_, ++unit_;
      return fault(since(m), "This is not valid UTF-8.");
    }
    at_ += bytes;
    unit_ += code > 0xffff ? 2 : 1;
  }
  bool starts(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  void skip(std::string_view part) {
    const size_t end = at_ + part.size();
    while (at_ < end) step();
  }
  bool lineEnds() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

  Token& add(TokenKind kind, const Mark& from) {
    Token& token = to_.tokens.emplace_back();
    token.kind = kind;
    token.spaced = std::exchange(spaced_, false);
    token.text = text_.substr(from.at, at_ - from.at);
    token.place = since(from);
    if (kind < TokenKind::newline)
      to_.coloured.push_back({token.place, false, to_.tokens.size() - 1});
    return token;
  }

  void line() {
    if (brackets_ == 0) indentation();
    while (!lineEnds() && to_.faults.empty()) token();
    const Mark end = mark();
    if (at_ < text_.size()) {
      if (starts("\r\n")) ++at_, ++unit_;
      ++at_, ++unit_;
      ++line_;
      lineStart_ = unit_;
    }
    if (brackets_ > 0) {
      spaced_ = true;
    } else if (!to_.tokens.empty() && to_.tokens.back().kind < TokenKind::newline) {
      Token& token = add(TokenKind::newline, end);
      token.place.to = token.place.from;
      token.text = {};
    }
  }

  // Spaces before a line with tokens open or close blocks.
  void indentation() {
    const Mark start = mark();
    int spaces = 0;
    for (; starts(" "); step()) ++spaces;
    if (starts("\t")) {
      step();
      return fault(since(start), "Indent with spaces, not tabs.");
    }
    if (lineEnds() || starts("#")) return;
    if (spaces > indents_.back()) {
      indents_.push_back(spaces);
      add(TokenKind::indent, mark());
    }
    while (spaces < indents_.back()) {
      indents_.pop_back();
      add(TokenKind::dedent, mark());
    }
    if (spaces != indents_.back())
      fault(since(start), "The indentation does not match any outer block.");
  }

  void token() {
    const Mark from = mark();
    const uint32_t c = peek();
    if (c == ' ' || c == '\t' || c == 0xa0) {
      step();
      spaced_ = true;
    } else if (c == '#') {
      while (!lineEnds()) step();
      to_.coloured.push_back({since(from), true, 0});
    } else if (c == '"') {
      string(from);
    } else if ((c < 0x80 && isDigit(static_cast<char>(c))) || decimalPoint()) {
      number(from);
    } else if (starts("½")) {
      skip("½");
      add(TokenKind::number, from).value = 0.5;
    } else if (starts("∞")) {
      skip("∞");
      add(TokenKind::name, from).name = "∞";
    } else if (isLetter(c)) {
      name(from);
    } else if (!power(from) && !sign(from)) {
      size_t bytes;
      const uint32_t code = peek(from.at, bytes);
      step();
      if (!to_.faults.empty()) return;  // The bytes are not text.
      const std::string_view text = std::string_view(text_).substr(from.at, at_ - from.at);
      const std::string name = isVisible(code) ? std::string(text) : codeName(code);
      fault(since(from), concatenate({"Unknown character **", name, "**."}));
    }
  }

  bool decimalPoint() const {
    return text_[at_] == '.' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1]);
  }

  void string(const Mark& from) {
    step();
    while (!lineEnds() && text_[at_] != '"') step();
    if (lineEnds()) return fault(since(from), "Missing closing quote.");
    step();
    Token& token = add(TokenKind::string, from);
    token.name = std::string(token.text.substr(1, token.text.size() - 2));
  }

  void digits() {
    while (at_ < text_.size() && isDigit(text_[at_])) step();
  }

  // An exponent only if digits follow; a point only if it does not begin a range.
  void number(const Mark& from) {
    digits();
    if (starts(".") && decimalPoint()) {
      step();
      digits();
    }
    if (starts("e") || starts("E")) {
      size_t next = at_ + 1;
      if (next < text_.size() && (text_[next] == '-' || text_[next] == '+')) ++next;
      if (next < text_.size() && isDigit(text_[next])) {
        while (at_ < next) step();
        digits();
      }
    }
    Token& token = add(TokenKind::number, from);
    token.value = std::strtod(std::string(token.text).c_str(), nullptr);
    if (!(token.value < 1e300)) fault(token.place, "This number is too large: at most 1e300.");
  }

  // µ, Ω and ∆ also exist as separate signs.
  static std::string canonical(std::string_view text) {
    std::string name(text);
    // The first bytes of these three signs.
    if (name.find_first_of("\xc2\xe2") != std::string::npos)
      for (const auto& [written, known] :
           {Alias{"\u00b5", "μ"}, Alias{"\u2126", "Ω"}, Alias{"\u2206", "Δ"}})
        for (size_t at = name.find(written); at != std::string::npos; at = name.find(written))
          name.replace(at, written.size(), known);
    for (const auto& [written, known] : kAliases)
      if (name == written) return std::string(known);
    return name;
  }

  void name(const Mark& from) {
    while (at_ < text_.size() && continuesName(peek())) step();
    Token& token = add(TokenKind::name, from);
    token.name = canonical(token.text);
    for (const std::string_view word : kWords)
      if (token.text == word) token.kind = TokenKind::word;
  }

  // A superscript is always an operator.
  bool power(const Mark& from) {
    if (plain() && text_[at_] != '.' && text_[at_] != '^') return false;
    if (starts(".T") && (at_ + 2 >= text_.size() || !continuesName(codeAt(at_ + 2)))) {
      skip(".T");  // As in NumPy.
      return add(TokenKind::sign, from).sign = Sign::transpose, true;
    }
    const bool entry = starts(".");
    if (entry) step();
    const bool raised = starts("^");
    if (raised) step();
    const bool minus = !raised && starts("⁻");
    if (minus) skip("⁻");
    double value = 0;
    bool any = false;
    for (bool more = !raised; more;) {
      more = false;
      for (size_t d = 0; d < std::size(kSuperscripts); ++d)
        if (starts(kSuperscripts[d])) {
          skip(kSuperscripts[d]);
          value = std::min(1e6, 10 * value + static_cast<double>(d));
          any = more = true;
        }
    }
    if (raised && !entry && starts("+")) {
      step();
      return add(TokenKind::sign, from).sign = Sign::pseudoinverse, true;
    }
    if (!raised && !any) {
      at_ = from.at;
      unit_ = from.unit;
      return false;
    }
    Token& token = add(TokenKind::sign, from);
    token.sign = entry ? Sign::entryPower : Sign::power;
    token.superscript = any;
    token.value = minus ? -value : value;
    return true;
  }

  // Braces are only allowed around a power, as in TeX.
  bool brace(const Mark& from) {
    const bool opens = starts("{");
    if (opens && (to_.tokens.empty() || to_.tokens.back().sign != Sign::power || spaced_))
      return false;
    if (!opens && (braces_ == 0 || !starts("}"))) return false;
    step();
    braces_ += opens ? 1 : -1;
    Token& token = add(TokenKind::sign, from);
    token.sign = opens ? Sign::open : Sign::close;
    bracket(token);
    return true;
  }

  bool sign(const Mark& from) {
    if (brace(from)) return true;
    for (const SignText& each : kSigns) {
      if (each.text[0] != text_[at_] || each.sign == Sign::none || !starts(each.text)) continue;
      skip(each.text);
      Token& token = add(TokenKind::sign, from);
      token.sign = each.sign;
      bracket(token);
      return true;
    }
    return false;
  }

  void bracket(const Token& token) {
    const Sign sign = token.sign;
    if (sign == Sign::open || sign == Sign::openSquare) {
      lastOpen_ = token.place;
      closing_ = sign == Sign::openSquare ? "]" : token.text == "{" ? "}" : ")";
      if (++brackets_ > kMostBrackets)
        fault(token.place, "Brackets can be nested at most 32 deep.");
    }
    if (sign == Sign::close || sign == Sign::closeSquare) brackets_ = std::max(0, brackets_ - 1);
  }

  Source& to_;
  const std::string_view text_;
  size_t at_ = 0;
  int unit_ = 0, line_ = 1, lineStart_ = 0, brackets_ = 0, braces_ = 0;
  bool spaced_ = false;
  std::string_view closing_ = {};
  Place lastOpen_ = {};
  std::vector<int> indents_ = {0};
};

}  // namespace

Source tokenise(std::string text) {
  Source source{std::make_shared<const std::string>(std::move(text))};
  source.text = *source.kept;
  int lines = 1;
  char before = 0;
  for (const char c : source.text) {
    lines += c == '\r' || (c == '\n' && before != '\r');
    before = c;
  }
  if (source.text.size() > kMostBytes)
    source.faults.push_back({{}, "The formula is longer than 8 KiB."});
  else if (lines > kMostLines)
    source.faults.push_back({{}, "The formula has more than 200 lines."});
  if (!source.faults.empty()) {
    source.tokens.resize(1);
    return source;
  }
  source.tokens.reserve(source.text.size() / 2);
  source.coloured.reserve(source.text.size() / 2);
  Lexer(source).run();
  return source;
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
