// Character classes, named after the productions of XML 1.0 (fifth edition) and 1.1.
#pragma once

namespace iklab::urdf {

// S
inline bool isBlank(char32_t c) { return c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09; }

// NameStartChar
inline bool isNameStart(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '_' ||
         (c >= 0xc0 && c <= 0x2ff && c != 0xd7 && c != 0xf7) ||
         (c >= 0x370 && c <= 0x1fff && c != 0x37e) || c == 0x200c || c == 0x200d ||
         (c >= 0x2070 && c <= 0x218f) || (c >= 0x2c00 && c <= 0x2fef) ||
         (c >= 0x3001 && c <= 0xd7ff) || (c >= 0xf900 && c <= 0xfdcf) ||
         (c >= 0xfdf0 && c <= 0xfffd) || (c >= 0x10000 && c <= 0xeffff);
}

// NameChar
inline bool isNameCharacter(char32_t c) {
  return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == 0xb7 ||
         (c >= 0x300 && c <= 0x36f) || c == 0x203f || c == 0x2040;
}

// Char; in version 1.1 every character except NUL.
inline bool isCharacter(char32_t c, bool version11) {
  if (c < 0x20) return version11 ? c > 0 : isBlank(c);
  return c <= 0xd7ff || (c >= 0xe000 && c <= 0xfffd) || (c >= 0x10000 && c <= 0x10ffff);
}

}  // namespace iklab::urdf
