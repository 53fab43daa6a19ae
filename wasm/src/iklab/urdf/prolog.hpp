// Checks of the text of an XML file before it is parsed.
#pragma once

#include <optional>
#include <string>

#include "iklab/urdf/notes.hpp"

namespace iklab::urdf {

inline constexpr const char* kHtmlPage =
    "this is an HTML page, not a robot description; on GitHub, download the raw file";

int lineNumberAt(std::string_view text, size_t at);

// Checks the text before the root element. A misplaced declaration is replaced by blanks. A
// document type is a fault.
void readProlog(std::string& text, Notes& notes);

// XML allows no `--` within a comment: such dashes are replaced by blanks and noted. An
// unterminated comment is a fault.
void blankBadComments(std::string& text, Notes& notes);

}  // namespace iklab::urdf
