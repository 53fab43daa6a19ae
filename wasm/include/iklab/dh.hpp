// The tree of a Denavit-Hartenberg table: DhRow, dhTree.
//
//   const auto tree = dhTree({{.alpha = EIGEN_PI / 2, .d = 0.3}, {.a = 0.5}, {.a = 0.4}});
#pragma once

#include "iklab/urdf/dh.hpp"
