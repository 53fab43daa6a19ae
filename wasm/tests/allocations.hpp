// Counts what the program takes from the heap, so that a test can show that an update takes
// nothing.
#pragma once

#include <cstddef>

namespace iklab::test {

// Calls of operator new so far.
std::size_t allocations();

}  // namespace iklab::test
