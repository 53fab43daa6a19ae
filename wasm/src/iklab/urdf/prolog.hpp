// Checks of the text of an XML file before it is parsed.
#pragma once

#include <optional>
#include <string>

#include "iklab/urdf/notes.hpp"

namespace iklab::urdf {

// The line of a position in a text.
int lineOf(std::string_view text, size_t at);

// Checks the text before the root element. A misplaced declaration is replaced by blanks. A
// document type is a fault.
void readProlog(std::string& text, Notes& notes);

// XML allows no `--` within a comment: such dashes are replaced by blanks and noted. A comment
// without end is a fault.
void calmComments(std::string& text, Notes& notes);

}  // namespace iklab::urdf
