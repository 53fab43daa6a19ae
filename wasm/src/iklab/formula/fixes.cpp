// Edits that are suggested as fixes.
#include <algorithm>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

// Length in UTF-16 units.
int countUtf16Units(std::string_view text) {
  int units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += ((byte & 0xc0) != 0x80) + (byte >= 0xf0);
  }
  return units;
}

std::string indented(std::string_view lines, size_t spaces) {
  std::string made;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    if (lines[at] != '\n') made.append(spaces, ' ');
    made += lines.substr(at, end - at);
    at = end;
  }
  return made;
}

// A range of lines in bytes, from the first character to the end of the last line, including its
// comment.
struct LineSpan {
  size_t from, to;
};

// The line that begins at `from`, with its block and `else` branches.
LineSpan findLineSpan(const Source& source, int from) {
  const std::vector<Token>& tokens = source.tokens;
  size_t at = 0;
  while (at + 1 < tokens.size() && tokens[at].place.from < from) ++at;
  while (at + 1 < tokens.size() && tokens[at].text.empty()) ++at;
  const char* first = tokens[at].text.data();
  const char* last = first;
  int depth = 0;
  for (bool over = false; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (token.kind == TokenKind::end) break;
    if (token.kind == TokenKind::indent) ++depth;
    if (token.kind == TokenKind::dedent) --depth;
    const bool shaping = token.kind >= TokenKind::newline;
    if (depth < 0 || (over && !shaping && depth == 0 && token.text != "else")) break;
    over = shaping;
    if (!shaping) last = token.text.data() + token.text.size();
  }
  const char* begin = source.text.data();
  const size_t end = source.text.find('\n', static_cast<size_t>(last - begin));
  return {static_cast<size_t>(first - begin), std::min(end, source.text.size())};
}

}  // namespace

// True if the line only sets names that are remembered.
bool Checker::setsOnlyKept(const Line& line) {
  const auto all = [&](const std::vector<Line>& lines) {
    return std::all_of(lines.begin(), lines.end(),
                       [&](const Line& each) { return setsOnlyKept(each); });
  };
  if (line.kind == LineKind::loop || line.kind == LineKind::branch)
    return all(line.block) && all(line.otherwise);
  if (line.kind == LineKind::stop || line.kind == LineKind::next) return true;
  return line.kind == LineKind::set &&
         std::all_of(line.names.begin(), line.names.end(), [&](const Named& each) {
           const Symbol* known = find(each.name);
           return known && known->role == Role::kept;
         });
}

// Moves the complete line that sets the name to the end of `learn`, which is added if there is
// none.
std::vector<Fix> Checker::suggestMoveToLearn(const Place& place) {
  const std::string_view text = to_.source.text;
  const Line* line = nullptr;
  const Line* learn = nullptr;
  for (const Line& each : to_.lines) {
    if (each.place.from <= place.from) line = &each;
    if (!learn && each.kind == LineKind::learn) learn = &each;
  }
  if (!line || !setsOnlyKept(*line) || text.find('\r') != std::string_view::npos) return {};
  const LineSpan moved = findLineSpan(to_.source, line->place.from);
  const size_t next = std::min(moved.to + 1, text.size());
  size_t end = text.find_last_not_of(" \n") + 1, spaces = 2;
  if (learn) {
    end = findLineSpan(to_.source, learn->place.from).to;
    // Indented like its lines, even if none of them can be read.
    for (const Token& each : to_.source.tokens)
      if (each.kind == TokenKind::indent && each.place.from > learn->place.from) {
        spaces = static_cast<size_t>(each.place.column) - 1;
        break;
      }
  }
  const std::string between(next < end ? text.substr(next, end - next) : std::string_view());
  const std::string made =
      concatenate({between, between.empty() ? "" : "\n", learn ? "" : "learn\n",
                   indented(text.substr(moved.from, moved.to - moved.from), spaces)});
  return {{"Move to learn", countUtf16Units(text.substr(0, moved.from)),
           countUtf16Units(text.substr(0, std::max(end, moved.to))), made}};
}

// True if `where` accepts this type next to a condition with one truth value per entry of `size`.
bool Checker::fitsWhere(const Type& type, const Size& size) {
  return !type.truth && (type.is(Form::number) || (type.is(Form::vector) && type.rows == size));
}

// True if fault number `faultIndex` is that the condition is a list.
bool Checker::needsWhere(const Node& condition, size_t faultIndex) const {
  if (faultIndex >= to_.faults.size() || !condition.type.truth || !condition.type.is(Form::vector))
    return false;
  const Place &a = to_.faults[faultIndex].place, &b = condition.place;
  return a.from == b.from && a.to == b.to;
}

// Replaces an `if` on a list, whose lines set one name, by x = where(...).
std::vector<Fix> Checker::suggestWhere(const Line& line, const std::vector<char>& before) const {
  const Size size = line.condition->type.rows;
  const auto sets = [&](const std::vector<Line>& lines) {
    return lines.size() == 1 && lines[0].kind == LineKind::set && lines[0].names.size() == 1 &&
           lines[0].names[0].symbol >= 0 && lines[0].parts.empty() && !lines[0].add &&
           fitsWhere(lines[0].value->type, size);
  };
  if (!sets(line.block)) return {};
  const Named& name = line.block[0].names[0];
  const size_t place = static_cast<size_t>(name.symbol);
  const bool known = place < before.size() && before[place];
  const Type& was = to_.symbols[place].type;
  if (known && !(was.is(Form::vector) && fitsWhere(was, size))) return {};
  const bool two = !line.otherwise.empty();
  if (two ? !sets(line.otherwise) || line.otherwise[0].names[0].name != name.name : !known)
    return {};
  const Node& last = two ? *line.otherwise[0].value : *line.block[0].value;
  const Place all{line.place.from, last.place.to};
  if (textOf({all.from, all.from + 4}) == "else") return {};
  for (const Coloured& each : to_.source.coloured)
    if (each.comment && each.place.from > all.from && each.place.from < all.to) return {};
  return {{"Use where(…)", all.from, all.to,
           formatSentence("%1 = where(%2, %3, %4)",
                          {textOf(name.place), *line.condition, *line.block[0].value,
                           two ? textOf(last) : textOf(name.place)})}};
}

// Suggests to write the size of `I`.
std::vector<Fix> Checker::suggestSizedIdentity(const Node& value) const {
  std::vector<Fix> fixes;
  for (const std::string_view size : {"eye(joints)", "eye(rows)"}) {
    std::string made;
    const char* done = nullptr;
    for (const Token& each : to_.source.tokens) {
      if (each.text.empty() || each.place.from < value.place.from || each.place.to > value.place.to)
        continue;
      if (done) made.append(done, each.text.data());
      made += each.kind == TokenKind::name && each.name == "I" ? size : each.text;
      done = each.text.data() + each.text.size();
    }
    fixes.push_back({concatenate({"Use ", size}), value.place.from, value.place.to, made});
  }
  return fixes;
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
