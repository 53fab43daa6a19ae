#include "iklab/urdf/encoding.hpp"

#include <algorithm>
#include <array>

#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

enum class Encoding { utf8, western, utf16Little, utf16Big, unknown };

// A file that declares UTF-16 but begins with ASCII bytes is not UTF-16.
constexpr std::array<std::pair<std::string_view, Encoding>, 12> kEncodings = {{
    {"utf-8", Encoding::utf8},
    {"utf8", Encoding::utf8},
    {"us-ascii", Encoding::utf8},
    {"ascii", Encoding::utf8},
    {"iso-8859-1", Encoding::western},
    {"iso-8859-15", Encoding::western},
    {"latin1", Encoding::western},
    {"latin-1", Encoding::western},
    {"windows-1252", Encoding::western},
    {"utf-16", Encoding::utf8},
    {"utf-16le", Encoding::utf8},
    {"utf-16be", Encoding::utf8},
}};

// windows-1252 from 0x80 to 0x9f, which browsers use for Latin-1.
constexpr char16_t kWestern[32] = {0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                   0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                   0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

std::string fromWestern(std::string_view bytes) {
  std::string text;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    append(text, byte >= 0x80 && byte < 0xa0 ? kWestern[byte - 0x80] : byte);
  }
  return text;
}

bool fromUtf16(std::string_view bytes, bool little, std::string& text) {
  if (bytes.size() % 2 != 0) return false;
  const auto unitAt = [&](size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(little ? first | second << 8 : first << 8 | second);
  };
  for (size_t at = 0; at < bytes.size(); at += 2) {
    char32_t code = unitAt(at);
    if (code >= 0xd800 && code < 0xe000) {
      const char32_t low = at + 2 < bytes.size() ? unitAt(at + 2) : 0;
      if (code >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      at += 2;
    }
    append(text, code);
  }
  return true;
}

// Rejects overlong forms, surrogates and code points beyond Unicode.
bool isUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) {
      ++at;
      continue;
    }
    const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() - at < bytes) return false;
    for (size_t i = 1; i < bytes; ++i)
      if ((text[at + i] & 0xc0) != 0x80) return false;
    const char32_t code = codePointAt(text, at).code;
    if ((bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000)) return false;
    if ((code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return false;
    at += bytes;
  }
  return true;
}

// The value of `encoding` in the XML declaration. start: text with one byte per character.
std::string_view findDeclaredEncoding(std::string_view start) {
  constexpr std::string_view kOpen = "<?xml", kKey = "encoding";
  const auto spaces = [&](size_t& at) {
    while (at < start.size() && (isSpace(static_cast<unsigned char>(start[at])))) ++at;
  };
  for (size_t open = start.find(kOpen); open < start.size(); open = start.find(kOpen, open + 1)) {
    const size_t behind = open + kOpen.size();
    if (behind < start.size() && isWord(start[behind])) continue;
    const std::string_view tag = start.substr(0, start.find('>', behind));
    for (size_t key = tag.find(kKey, behind); key < tag.size(); key = tag.find(kKey, key + 1)) {
      if (isWord(start[key - 1])) continue;
      size_t at = key + kKey.size();
      spaces(at);
      if (at >= start.size() || start[at++] != '=') continue;
      spaces(at);
      if (at >= start.size() || (start[at] != '"' && start[at] != '\'')) continue;
      const size_t end = start.find_first_of("\"'", ++at);
      if (end < start.size()) return start.substr(at, end - at);
    }
  }
  return "utf-8";
}

std::string withCase(std::string_view text, bool upper) {
  std::string changed(text);
  for (char& each : changed) {
    if (upper ? each >= 'a' && each <= 'z' : each >= 'A' && each <= 'Z')
      each = static_cast<char>(each ^ 0x20);
  }
  return changed;
}

// The encoding is shown in lower case; it has one character per byte.
std::string unknownText(std::string_view encoding) {
  std::string text = "unknown encoding \"";
  for (const char each : encoding) {
    const auto byte = static_cast<unsigned char>(each);
    const bool capital = byte >= 0xc0 && byte <= 0xde && byte != 0xd7;
    append(text, capital ? byte + 0x20 : byte);
  }
  return text + "\"";
}

Encoding detectByteOrderMark(std::string_view bytes) {
  const auto begins = [&](std::string_view start) {
    return bytes.substr(0, start.size()) == start;
  };
  using namespace std::string_view_literals;
  if (begins("\xef\xbb\xbf")) return Encoding::utf8;
  if (begins("\xff\xfe") || begins("<\0"sv)) return Encoding::utf16Little;
  if (begins("\xfe\xff") || begins("\0<"sv)) return Encoding::utf16Big;
  return Encoding::unknown;
}

}  // namespace

DecodedText decode(std::string_view bytes) {
  Encoding coding = detectByteOrderMark(bytes);
  std::string name = coding == Encoding::utf16Little ? "UTF-16LE"
                     : coding == Encoding::utf16Big  ? "UTF-16BE"
                                                     : "UTF-8";
  if (coding == Encoding::unknown) {
    const std::string declared = withCase(findDeclaredEncoding(bytes.substr(0, 1024)), false);
    for (const auto& [known, each] : kEncodings)
      if (known == declared) coding = each;
    if (coding == Encoding::unknown) return {{}, unknownText(declared)};
    name = withCase(declared, true);
  }
  DecodedText read;
  bool sound = true;
  if (coding == Encoding::western)
    read.text = fromWestern(bytes);
  else if (coding == Encoding::utf8)
    sound = isUtf8(bytes), read.text = sound ? std::string(bytes) : std::string();
  else
    sound = fromUtf16(bytes, coding == Encoding::utf16Little, read.text);
  if (!sound) return {{}, "some bytes are not valid " + name};
  // The byte order mark, and a second one that some programs write.
  for (int i = 0; i < 2 && matchesAt(read.text, 0, "\xef\xbb\xbf"); ++i) read.text.erase(0, 3);
  return read;
}

}  // namespace iklab::urdf
