// What is looked at in the text of an XML file before it is taken apart.
#pragma once

#include <optional>
#include <string>

#include "iklab/urdf/notes.hpp"

namespace iklab::urdf {

// the line of a place in a text
int lineOf(std::string_view text, size_t at);

// Looks at what stands before the root element; a declaration that XML does not allow becomes blanks.
// A document type is a fault.
void readProlog(std::string& text, Notes& notes);

// XML allows no `--` within a comment: such dashes become blanks, which is told. A comment that never
// ends is a fault.
void calmComments(std::string& text, Notes& notes);

}  // namespace iklab::urdf
