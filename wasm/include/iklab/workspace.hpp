// Single updates: Memory, the state of one run, and Workspace, the storage for computing an update
// and for what the method reports about it.
#pragma once

#include "iklab/ik/workspace.hpp"
#include "iklab/solver.hpp"
