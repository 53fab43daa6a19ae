#include "iklab/urdf/prolog.hpp"

#include <algorithm>

#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

// Advances through a text in steps, each of which matches or does not.
class TextMatcher {
 public:
  explicit TextMatcher(std::string_view text) : text_(text) {}

  bool is(std::string_view wanted) {
    if (text_.substr(0, wanted.size()) != wanted) return false;
    text_.remove_prefix(wanted.size());
    return true;
  }
  bool spaces() {
    const size_t bytes = countSpaces(text_, 0);
    text_.remove_prefix(bytes);
    return bytes > 0;
  }
  template <class Test>
  size_t run(Test test) {
    size_t count = 0;
    while (count < text_.size() && test(text_[count])) ++count;
    text_.remove_prefix(count);
    return count;
  }
  // Matches `= "…"`; `inner` matches the text between the quotes.
  template <class Inner>
  bool value(Inner inner) {
    spaces();
    if (!is("=")) return false;
    spaces();
    const std::string_view quote = text_.substr(0, 1);
    return (is("\"") || is("'")) && inner() && is(quote);
  }

 private:
  std::string_view text_;
};

bool isDeclaration(std::string_view text) {
  TextMatcher matcher(text);
  const auto version = [&] { return matcher.is("1.") && matcher.run(isDigit) > 0; };
  const auto encoding = [&] {
    const auto letter = [](char c) { return isWord(c) && !isDigit(c) && c != '_'; };
    const auto more = [](char c) { return isWord(c) || c == '.' || c == '-'; };
    return matcher.run(letter) > 0 && (matcher.run(more), true);
  };
  const auto standalone = [&] { return matcher.is("yes") || matcher.is("no"); };
  if (!matcher.is("<?xml") || !matcher.spaces() || !matcher.is("version") ||
      !matcher.value(version))
    return false;
  bool spaced = matcher.spaces();
  if (spaced && matcher.is("encoding")) {
    if (!matcher.value(encoding)) return false;
    spaced = matcher.spaces();
  }
  if (spaced && matcher.is("standalone")) {
    if (!matcher.value(standalone)) return false;
    matcher.spaces();
  }
  return matcher.is("?>");
}

// End of the comment or processing instruction that begins here; npos if there is none.
size_t findItemEnd(std::string_view text, size_t at) {
  const bool comment = text.substr(at, 4) == "<!--";
  if (!comment && text.substr(at, 2) != "<?") return text.npos;
  const std::string_view close = comment ? "-->" : "?>";
  const size_t found = text.find(close, at + (comment ? 4 : 2));
  return found == text.npos ? found : found + close.size();
}

bool isHtml(std::string_view head) {
  constexpr size_t kDoctype = 9;  // <!doctype
  const size_t spaces = countSpaces(head, std::min(kDoctype, head.size()));
  return matchesAt(head, 0, "<!doctype") && spaces > 0 &&
         matchesAt(head, kDoctype + spaces, "html");
}

void blank(std::string& text, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i)
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
}

}  // namespace

int lineNumberAt(std::string_view text, size_t at) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

void readProlog(std::string& text, Notes& notes) {
  for (size_t at = 0;;) {
    at += countSpaces(text, at);
    if (matchesAt(text, at, "<!doctype") || matchesAt(text, at, "<!entity")) {
      const bool html = isHtml(std::string_view(text).substr(at, 1024));
      return notes.addFault(lineNumberAt(text, at), "DOCTYPE",
                            html ? kHtmlPage : "document types and entities are not supported");
    }
    const size_t end = findItemEnd(text, at);
    if (end == text.npos) return;
    const std::string_view item = std::string_view(text).substr(at, end - at);
    const bool declares =
        item.substr(0, 5) == "<?xml" && (item == "<?xml?>" || countSpaces(item, 5) > 0);
    // Remove only one declaration, not a file full of them.
    if (declares && notes.remarks.empty() && (at > 0 || !isDeclaration(item))) {
      const std::string reason = at > 0 ? "must be at the start of the file"
                                        : "\"" + std::string(takeHead(item, 60).text) +
                                              "\" is not a valid XML declaration";
      notes.addChanged(lineNumberAt(text, at), "XML declaration", reason + "; it is ignored");
      blank(text, at, end);
    }
    at = end;
  }
}

void blankBadComments(std::string& text, Notes& notes) {
  std::string calm = text;
  int dashes = 0;
  for (size_t open = text.find('<'); open < text.size(); open = text.find('<', open)) {
    const std::string_view rest = std::string_view(text).substr(open, 9);
    const bool comment = rest.substr(0, 4) == "<!--", data = rest == "<![CDATA[";
    if (!comment && !data && rest.substr(0, 2) != "<?") {
      ++open;
      continue;
    }
    const size_t from = open + (comment ? 4 : data ? 9 : 2);
    const std::string_view close = comment ? "-->" : data ? "]]>" : "?>";
    const size_t to = text.find(close, from);
    if (to == text.npos) {
      if (comment)
        notes.addFault(lineNumberAt(text, from), "document",
                       "the comment that begins here is not closed");
      return;
    }
    const std::string_view inner = std::string_view(text).substr(from, to - from);
    if (comment && (inner.find("--") != inner.npos || (!inner.empty() && inner.back() == '-'))) {
      if (dashes == 0) dashes = lineNumberAt(text, from);
      std::replace(calm.begin() + static_cast<std::ptrdiff_t>(from),
                   calm.begin() + static_cast<std::ptrdiff_t>(to), '-', ' ');
    }
    open = to + close.size();
  }
  text = std::move(calm);
  if (dashes > 0)
    notes.addChanged(
        dashes, "comment",
        "\"--\" is not allowed in a comment; the comment is read up to the next \"-->\"");
}

}  // namespace iklab::urdf
