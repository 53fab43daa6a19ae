// Counts heap allocations, so that a test can show that an update makes none.
#pragma once

#include <cstddef>

namespace iklab::test {

// Number of calls of operator new so far.
std::size_t allocations();

}  // namespace iklab::test
