// Decodes the bytes of an XML file to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace iklab::urdf {

struct DecodedText {
  std::string text;    // Valid UTF-8.
  std::string reason;  // Empty if the text was decoded.
};

// The encoding is that of the byte order mark, else that of the XML declaration, else UTF-8.
DecodedText decode(std::string_view bytes);

}  // namespace iklab::urdf
