#include <algorithm>
#include <utility>

#include "iklab/formula/syntax.hpp"
#include "iklab/math/concatenate.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

constexpr int kMostNested = 48;  // Depth of nested expressions.

struct RangeWord {
  std::string_view word;
  Over over;
};
constexpr RangeWord kRangeWords[] = {{"joints", Over::joints},   {"outward", Over::outward},
                                     {"inward", Over::inward},   {"directions", Over::directions},
                                     {"targets", Over::targets}, {"rows", Over::rows},
                                     {"blocks", Over::blocks}};

class Parser {
 public:
  Parser(Source& source, std::vector<TextFault>& faults)
      : tokens_(source.tokens), faults_(faults) {}

  std::vector<Line> run() {
    std::vector<Line> lines;
    block(lines, 0);
    return lines;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& ahead(size_t by) const { return tokens_[std::min(at_ + by, tokens_.size() - 1)]; }
  bool at(TokenKind kind) const { return now().kind == kind; }
  bool at(Sign sign) const { return now().kind == TokenKind::sign && now().sign == sign; }
  bool word(std::string_view text) const { return at(TokenKind::word) && now().text == text; }
  void advance() {
    if (now().kind != TokenKind::end) ++at_;
  }
  // Passes a name, which is a `kind` here.
  void advanceAs(TokenKind kind) {
    tokens_[at_].kind = kind;
    advance();
  }
  bool take(Sign sign) { return at(sign) && (advance(), true); }
  bool takeWord(std::string_view text) { return word(text) && (advance(), true); }
  bool ended() const { return at(TokenKind::newline) || at(TokenKind::end); }

  // Only records the first fault of a line: others may be its consequences.
  void fault(const Place& place, std::string_view sentence) {
    fault(place, std::string(sentence), {});
  }
  void fault(const Place& place, std::string sentence, std::vector<Fix> fixes) {
    if (!bad_ && faults_.size() < 20)
      faults_.push_back({place, std::move(sentence), std::move(fixes)});
    bad_ = true;
  }
  void wanted(std::string_view what) {
    if (ended() || at(TokenKind::indent) || at(TokenKind::dedent))
      return fault(now().place, concatenate({"Expected ", what, " at the end of the line."}));
    fault(now().place, concatenate({"Expected ", what, ", found **", now().text, "**."}));
  }
  void close(Sign sign, std::string_view text) {
    if (take(sign) || bad_) return;
    if (ended()) return fault(now().place, concatenate({"Missing “", text, "”."}));
    wanted(concatenate({"“", text, "”"}));
  }
  Place upTo(const Place& from) const {
    Place place = from;
    place.to = std::max(place.to, at_ > 0 ? tokens_[at_ - 1].place.to : 0);
    return place;
  }

  NodePointer node(Kind kind, const Place& from, NodePointer a = {}, NodePointer b = {}) {
    auto made = std::make_unique<Node>();
    made->kind = kind;
    made->place = upTo(from);
    if (a) made->kids.push_back(std::move(a));
    if (b) made->kids.push_back(std::move(b));
    return made;
  }
  NodePointer none() { return node(Kind::number, now().place); }

  // --- lines.

  void block(std::vector<Line>& to, int depth) {
    while (!at(TokenKind::end) && !at(TokenKind::dedent)) {
      bad_ = false;
      if (at(TokenKind::newline)) {
        advance();
        continue;
      }
      if (at(TokenKind::indent)) {
        fault(ahead(1).place, "Unexpected indentation.");
        skipBlock();
        continue;
      }
      Line made = line(depth);
      if (!bad_) {
        if (!lineDone_ && !ended()) wanted("the end of the line");
        if (!bad_) to.push_back(std::move(made));
      }
      skipLine();
    }
  }
  void skipLine() {
    if (std::exchange(lineDone_, false)) return;
    while (!at(TokenKind::newline) && !at(TokenKind::end) && !at(TokenKind::dedent) &&
           !at(TokenKind::indent))
      advance();
    if (at(TokenKind::newline)) advance();
    if (bad_ && at(TokenKind::indent)) skipBlock();
  }
  void skipBlock() {
    int depth = 0;
    do {
      if (at(TokenKind::indent)) ++depth;
      if (at(TokenKind::dedent)) --depth;
      advance();
    } while (depth > 0 && !at(TokenKind::end));
  }

  // Parses the block after the head of a line, which must end here.
  void inner(std::vector<Line>& to, int depth, std::string_view what) {
    if (bad_) return;
    if (!ended()) return wanted("the end of the line");
    advance();
    if (!at(TokenKind::indent))
      return fault(tokens_[at_ > 0 ? at_ - 1 : 0].place,
                   concatenate({"Expected indented lines after **", what, "**."}));
    if (depth >= kMostBlocks) return fault(ahead(1).place, "Blocks can be nested at most 4 deep.");
    advance();
    block(to, depth + 1);
    if (at(TokenKind::dedent)) advance();
    bad_ = false;
    lineDone_ = true;
  }

  Line line(int depth) {
    Line made;
    made.place = now().place;
    const std::string_view first = at(TokenKind::word) ? now().text : std::string_view();
    if (first == "param" || first == "keep" || first == "show" || first == "learn") {
      if (depth > 0)
        return fault(now().place, concatenate({"**", first, "** is not allowed in a block."})),
               Line{};
      advance();
      if (first == "param") param(made);
      if (first == "keep") keep(made);
      if (first == "show") show(made);
      if (first == "learn") {
        made.kind = LineKind::learn;
        inner(made.block, depth, "learn");
      }
    } else if (first == "for") {
      advance();
      made.kind = LineKind::loop;
      loop(made.range);
      inner(made.block, depth, "for");
    } else if (first == "if") {
      branch(made, depth);
    } else if (first == "stop" || first == "next") {
      made.kind = first == "stop" ? LineKind::stop : LineKind::next;
      advance();
      if (takeWord("if")) made.condition = expression();
    } else if (at(TokenKind::name)) {
      set(made);
    } else {
      wanted("a line such as **Δθ = Jᵀ e**");
    }
    if (!lineDone_) made.place = upTo(made.place);
    return made;
  }

  Named named() {
    Named made{now().name, now().place};
    if (at(TokenKind::name))
      advance();
    else
      wanted("a name");
    return made;
  }

  void assign() {
    if (!take(Sign::assign)) wanted("“=”");
  }

  // [-] number [°].
  double number() {
    const double sign = take(Sign::minus) ? -1 : 1;
    if (at(TokenKind::name) && now().name == "π") return advance(), sign * 3.14159265358979323846;
    if (!at(TokenKind::number)) return wanted("a number"), 0;
    double value = sign * now().value;
    advance();
    if (take(Sign::degree)) value *= 3.14159265358979323846 / 180;
    return value;
  }

  bool scaleWord() const {
    return at(TokenKind::name) &&
           (now().text == "log" || now().text == "whole" || now().text == "even");
  }
  std::string unit() {
    if (!at(TokenKind::name) || scaleWord()) return {};
    std::string text(now().text);
    advanceAs(TokenKind::unit);
    if (at(Sign::power) && now().superscript) {
      text += now().text;
      advance();
    }
    return text;
  }
  std::string option() {
    std::string text(now().text);
    if (at(TokenKind::name))
      advanceAs(TokenKind::option);
    else
      wanted("a name");
    return text;
  }
  std::string quoted() {
    if (!at(TokenKind::string)) return {};
    std::string text = now().name;
    advance();
    return text;
  }

  void param(Line& made) {
    made.kind = LineKind::param;
    made.names.push_back(named());
    assign();
    if (word("yes") || word("no")) {
      made.toggle = true;
      made.initial = word("yes");
      advance();
    } else if (at(TokenKind::name) && now().name != "π") {
      do made.options.push_back(option());
      while (!bad_ && take(Sign::bar));
      if (!bad_ && made.options.size() < 2)
        fault(made.names[0].place,
              "A parameter is a number, **yes** or **no**, or a choice such as **near | far**.");
    } else {
      made.initial = number();
      made.unit = unit();
      if (takeWord("in")) {
        made.ranged = true;
        made.least = number();
        if (!take(Sign::dots)) wanted("“..”");
        made.most = number();
      }
      if (scaleWord()) {
        made.scale = now().text;
        advanceAs(TokenKind::word);
      }
    }
    made.label = quoted();
  }

  void keep(Line& made) {
    made.kind = LineKind::keep;
    made.names.push_back(named());
    assign();
    if (!bad_) made.value = expression();
  }

  void show(Line& made) {
    made.kind = LineKind::show;
    made.curve = at(TokenKind::name) && ahead(1).sign == Sign::open && !ahead(1).spaced &&
                 ahead(2).kind == TokenKind::name && ahead(3).sign == Sign::close &&
                 ahead(4).sign == Sign::assign;
    if (made.curve) {
      made.names.push_back(named());
      advance();
      made.names.push_back(named());
      advance();
      advance();
    }
    showing_ = true;
    made.value = expression();
    showing_ = false;
    made.unit = unit();
    made.label = quoted();
    if (made.unit.empty()) made.unit = unit();
  }
  // The last word of a line that shows something: its unit, not a factor. A text may have a name
  // `rad`.
  bool unitEnds() const {
    if (!showing_ || !now().spaced || (now().text != "m" && now().text != "rad")) return false;
    const Token& after = ahead(ahead(1).superscript ? 2 : 1);
    if (after.kind != TokenKind::newline && after.kind != TokenKind::end &&
        after.kind != TokenKind::string)
      return false;
    for (size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (tokens_[i].text == now().text &&
          (tokens_[i + 1].sign == Sign::assign || (i > 0 && tokens_[i - 1].text == "for")))
        return false;
    return true;
  }

  void branch(Line& made, int depth) {
    made.kind = LineKind::branch;
    advance();
    made.condition = expression();
    inner(made.block, depth, "if");
    if (bad_ || !word("else")) return;
    const Place place = now().place;
    lineDone_ = false;
    advance();
    if (word("if")) {
      Line other;
      other.place = place;
      branch(other, depth);
      made.otherwise.push_back(std::move(other));
    } else {
      inner(made.otherwise, depth, "else");
    }
  }

  void set(Line& made) {
    made.kind = LineKind::set;
    do made.names.push_back(named());
    while (!bad_ && take(Sign::comma));
    if (made.names.size() == 1 && at(Sign::openSquare) && !now().spaced) {
      advance();
      parts(made.parts);
    }
    if (take(Sign::addAssign))
      made.add = true;
    else if (!take(Sign::assign))
      return wanted("“=”");
    made.value = expression();
  }

  // name "in" range.
  void loop(Range& to) {
    const Named name = named();
    to.loop = name.name;
    to.loopPlace = name.place;
    if (bad_) return;
    if (!takeWord("in")) return wanted("**in**");
    range(to);
  }
  void range(Range& to) {
    const Place from = now().place;
    for (const RangeWord& each : kRangeWords)
      if (at(TokenKind::name) && now().text == each.word) {
        to.over = each.over;
        advance();
        to.place = upTo(from);
        return;
      }
    to.over = Over::span;
    to.low = bound();
    if (!bad_ && !take(Sign::dots)) wanted("“..”");
    if (!bad_) to.high = bound();
    to.place = upTo(from);
  }
  NodePointer bound() {
    if (at(TokenKind::number) || at(TokenKind::name)) return atom();
    wanted("joints, directions, targets, rows, blocks or a whole number");
    return none();
  }

  // --- expressions, outermost first.

  NodePointer expression() {
    if (++nested_ > kMostNested) {
      fault(now().place, "Expressions can be nested at most 48 deep.");
      --nested_;
      return none();
    }
    const Place from = now().place;
    NodePointer made = either();
    if (!bad_ && word("if")) {
      advance();
      NodePointer condition = either();
      if (!bad_ && !takeWord("else")) wanted("**else**");
      NodePointer other = bad_ ? none() : expression();
      made = node(Kind::choose, from, std::move(made), std::move(condition));
      made->kids.push_back(std::move(other));
    }
    --nested_;
    return made;
  }

  NodePointer either() {
    const Place from = now().place;
    NodePointer made = both();
    while (!bad_ && takeWord("or")) {
      NodePointer right = both();
      made = node(Kind::either, from, std::move(made), std::move(right));
    }
    return made;
  }
  NodePointer both() {
    const Place from = now().place;
    NodePointer made = negation();
    while (!bad_ && takeWord("and")) {
      NodePointer right = negation();
      made = node(Kind::both, from, std::move(made), std::move(right));
    }
    return made;
  }
  NodePointer negation() {
    const Place from = now().place;
    int times = 0;
    while (takeWord("not")) ++times;
    NodePointer made = comparison();
    if (times % 2 == 0) return made;  // Two negations cancel out.
    return node(Kind::no, from, std::move(made));
  }
  NodePointer comparison() {
    const Place from = now().place;
    NodePointer made = sum();
    if (bad_) return made;
    if (takeWord("is")) {
      std::string name = option();
      made = node(Kind::is, from, std::move(made));
      made->name = std::move(name);
      return made;
    }
    const Sign sign = at(TokenKind::sign) ? now().sign : Sign::none;
    if (sign < Sign::less || sign > Sign::unequal) return made;
    advance();
    NodePointer right = sum();
    made = node(Kind::compare, from, std::move(made), std::move(right));
    made->sign = sign;
    if (!bad_ && at(TokenKind::sign) && now().sign >= Sign::less && now().sign <= Sign::unequal)
      fault(now().place, "Comparisons cannot be chained. Use **a < b and b < c**.");
    return made;
  }
  NodePointer sum() {
    const Place from = now().place;
    NodePointer made = product();
    if (bad_ || !(at(Sign::plus) || at(Sign::minus))) return made;
    made = node(Kind::sum, from, std::move(made));
    made->signs = "+";
    while (!bad_ && (at(Sign::plus) || at(Sign::minus))) {
      made->signs += at(Sign::plus) ? '+' : '-';
      advance();
      made->kids.push_back(product());
    }
    made->place = upTo(from);
    return made;
  }
  NodePointer product() {
    const Place from = now().place;
    NodePointer made = beside();
    while (!bad_ && at(TokenKind::sign) && now().sign >= Sign::dot && now().sign <= Sign::cross) {
      const Sign sign = now().sign;
      advance();
      NodePointer right = beside();
      if (bad_) break;
      const bool divides = sign == Sign::divide || sign == Sign::entryDivide;
      const Node* below = right.get();
      while (below->kind == Kind::negate && !below->bracketed) below = below->kids[0].get();
      if (divides && below->kind == Kind::beside && !below->bracketed)
        twoWays(*made, sign, *right, *below->kids[0]);
      made = node(Kind::product, from, std::move(made), std::move(right));
      made->sign = sign;
    }
    return made;
  }
  void twoWays(const Node& left, Sign sign, const Node& right, const Node& firstFactor) {
    const Place first{right.place.from, firstFactor.place.to};
    const Place place{left.place.from, right.place.to, left.place.line, left.place.column};
    const std::string a = textOf(left.place.from, left.place.to), b = textOf(first.from, first.to),
                      c = textOf(first.to, right.place.to),
                      over = sign == Sign::divide ? "/" : " ./ ";
    const std::string below = concatenate({a, over, "(", b, c, ")"}),
                      beside = concatenate({"(", a, over, b, ")", c});
    fault(place, concatenate({"Ambiguous fraction: **", below, "** or **", beside, "**?"}),
          {{concatenate({"Use ", below}), place.from, place.to, below},
           {concatenate({"Use ", beside}), place.from, place.to, beside}});
  }
  // The text of complete tokens, with a space before it if it follows white space.
  std::string textOf(int from, int to) const {
    const char *first = nullptr, *last = nullptr;
    bool gap = false;
    for (const Token& each : tokens_) {
      if (each.place.from < from || each.place.to > to || each.text.empty()) continue;
      if (!first) {
        first = each.text.data();
        gap = each.spaced && each.place.from > from;
      }
      last = each.text.data() + each.text.size();
    }
    return first ? (gap ? " " : "") + std::string(first, last) : std::string();
  }

  NodePointer beside() {
    const Place from = now().place;
    if (at(Sign::minus)) return negative();
    NodePointer made = power();
    if (bad_ || !valueBegins()) return made;
    made = node(Kind::beside, from, std::move(made));
    while (!bad_ && valueBegins()) made->kids.push_back(power());
    made->place = upTo(from);
    return made;
  }
  // Negates the complete product that follows, so that -A⁻¹ b is -(A⁻¹ b).
  NodePointer negative() {
    const Place from = now().place;
    advance();
    if (++nested_ > kMostNested) fault(from, "Expressions can be nested at most 48 deep.");
    NodePointer made = bad_ ? none() : beside();
    --nested_;
    return node(Kind::negate, from, std::move(made));
  }
  bool valueBegins() const {
    switch (now().kind) {
      case TokenKind::number:
        return true;
      case TokenKind::name:
        return !unitEnds();
      case TokenKind::word:
        return word("yes") || word("no");
      case TokenKind::sign:
        return at(Sign::open) || at(Sign::openSquare) || (at(Sign::bar) && bar_ == 0) ||
               (at(Sign::doubleBar) && doubleBar_ == 0);
      default:
        return false;
    }
  }

  NodePointer power() {
    const Place from = now().place;
    NodePointer made = atom();
    for (int steps = 0; !bad_; ++steps) {
      if (steps > kMostBrackets) {
        fault(now().place, "At most 32 operators can follow a value.");
      } else if (at(Sign::openSquare) && !now().spaced) {
        advance();
        made = node(Kind::index, from, std::move(made));
        parts(made->kids);
        made->place = upTo(from);
      } else if (take(Sign::transpose)) {
        made = node(Kind::transpose, from, std::move(made));
      } else if (take(Sign::pseudoinverse)) {
        made = node(Kind::pseudoinverse, from, std::move(made));
      } else if (take(Sign::degree)) {
        made = node(Kind::degree, from, std::move(made));
      } else if (raised(Sign::plus)) {
        made = node(Kind::pseudoinverse, from, std::move(made));
      } else if (raised(Sign::transpose)) {
        made = node(Kind::transpose, from, std::move(made));
      } else if (at(Sign::power) || at(Sign::entryPower)) {
        const Kind kind = at(Sign::power) ? Kind::power : Kind::entryPower;
        NodePointer right = exponent();
        made = node(kind, from, std::move(made), std::move(right));
      } else {
        break;
      }
    }
    return made;
  }
  // Passes ^T, ^{T}, ^(T) or ^{+}; false if the next tokens are none of these. A T that the formula
  // uses elsewhere is a name.
  bool raised(Sign sign) {
    if (!at(Sign::power) || now().superscript) return false;
    const bool bracketed = ahead(1).sign == Sign::open;
    const size_t place = bracketed ? 2 : 1;
    const Token& token = ahead(place);
    const bool written = sign == Sign::plus ? bracketed && token.sign == Sign::plus
                                            : token.text == "T" && onlyRaised("T");
    if (!written || token.spaced) return false;
    if (bracketed && ahead(3).text != (ahead(1).text == "{" ? "}" : ")")) return false;
    tokens_[at_ + place].kind = TokenKind::sign;
    at_ += place + (bracketed ? 2 : 1);
    return true;
  }
  bool onlyRaised(std::string_view name) const {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].text != name) continue;
      size_t before = i;
      if (before > 0 && tokens_[before - 1].sign == Sign::open) --before;
      if (before == 0 || tokens_[before - 1].sign != Sign::power) return false;
    }
    return true;
  }
  NodePointer exponent() {
    const Place from = now().place;
    const bool written = now().superscript;
    const double value = now().value;
    advance();
    if (written) {
      NodePointer made = node(Kind::number, from);
      made->value = value;
      return made;
    }
    bool minus = take(Sign::minus);
    NodePointer made = atom();
    if (made->kind == Kind::negate && made->bracketed && made->kids[0]->kind == Kind::number) {
      minus = !minus;  // ^(-1), ^{-1}
      made = std::move(made->kids[0]);
    }
    if (!minus) return made;
    if (made->kind == Kind::number) return made->value = -made->value, std::move(made);
    return node(Kind::negate, from, std::move(made));
  }

  void parts(std::vector<NodePointer>& to) {
    const int bar = std::exchange(bar_, 0), doubleBar = std::exchange(doubleBar_, 0);
    do to.push_back(part());
    while (!bad_ && take(Sign::comma));
    close(Sign::closeSquare, "]");
    bar_ = bar;
    doubleBar_ = doubleBar;
  }
  NodePointer part() {
    const Place from = now().place;
    if (take(Sign::colon)) return node(Kind::all, from);
    NodePointer made = expression();
    if (bad_ || !take(Sign::dots)) return made;
    NodePointer last = expression();
    return node(Kind::span, from, std::move(made), std::move(last));
  }

  NodePointer atom() {
    const Token& token = now();
    const Place from = token.place;
    switch (token.kind) {
      case TokenKind::number: {
        advance();
        NodePointer made = node(Kind::number, from);
        made->value = token.value;
        return made;
      }
      case TokenKind::name:
        return call();
      case TokenKind::word:
        if (word("yes") || word("no")) {
          const bool yes = word("yes");
          advance();
          NodePointer made = node(Kind::truth, from);
          made->value = yes;
          return made;
        }
        break;
      case TokenKind::sign:
        if (at(Sign::open) || at(Sign::openSquare) || at(Sign::bar) || at(Sign::doubleBar))
          return bracket();
        break;
      default:
        break;
    }
    wanted("a value");
    return none();
  }

  // A name, or a function call if a bracket follows directly.
  NodePointer call() {
    const Token& token = now();
    advance();
    NodePointer made = node(Kind::name, token.place);
    made->name = token.name;
    if (!at(Sign::open) || now().spaced) return made;
    made->kind = Kind::call;
    advance();
    const int bar = std::exchange(bar_, 0), doubleBar = std::exchange(doubleBar_, 0);
    if (!at(Sign::close)) do {
        made->kids.push_back(expression());
        if (!bad_ && made->kids.size() == 1 && takeWord("for")) {
          loop(made->range);
          break;
        }
      } while (!bad_ && take(Sign::comma));
    close(Sign::close, ")");
    bar_ = bar;
    doubleBar_ = doubleBar;
    made->place = upTo(token.place);
    return made;
  }

  NodePointer bracket() {
    const Place from = now().place;
    const Sign sign = now().sign;
    advance();
    const int bar = std::exchange(bar_, sign == Sign::bar);
    const int doubleBar = std::exchange(doubleBar_, sign == Sign::doubleBar);
    const bool brace = tokens_[at_ - 1].text == "{";
    NodePointer made = expression();
    if (sign == Sign::open) {
      if (at(Sign::close) && (now().text == "}") != brace) wanted(brace ? "“}”" : "“)”");
      close(Sign::close, brace ? "}" : ")");
      made->bracketed = true;
    } else if (sign == Sign::bar) {
      close(Sign::bar, "|");
      made = node(Kind::magnitude, from, std::move(made));
    } else if (sign == Sign::doubleBar) {
      close(Sign::doubleBar, "‖");
      made = node(Kind::length, from, std::move(made));
    } else {
      made = node(Kind::list, from, std::move(made));
      if (!bad_ && takeWord("for")) {
        made->kind = Kind::each;
        loop(made->range);
      }
      while (!bad_ && made->kind == Kind::list && take(Sign::comma))
        made->kids.push_back(expression());
      close(Sign::closeSquare, "]");
    }
    bar_ = bar;
    doubleBar_ = doubleBar;
    made->place = upTo(from);
    return made;
  }

  std::vector<Token>& tokens_;
  std::vector<TextFault>& faults_;
  size_t at_ = 0;
  int nested_ = 0, bar_ = 0, doubleBar_ = 0;
  bool bad_ = false, lineDone_ = false, showing_ = false;
};

}  // namespace

std::vector<Line> parse(Source& source, std::vector<TextFault>& faults) {
  return Parser(source, faults).run();
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
