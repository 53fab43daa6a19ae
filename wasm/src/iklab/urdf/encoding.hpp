// Decodes the bytes of an XML file to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace iklab::urdf {

struct Decoded {
  std::string text;    // Valid UTF-8.
  std::string reason;  // Fault; empty if decoded.
};

// The encoding is that of the byte order mark, or else of the XML declaration, or else UTF-8.
Decoded decode(std::string_view bytes);

}  // namespace iklab::urdf
