// Single updates: Memory, the state of an instance, and Workspace, the storage of an update and its
// observables.
#pragma once

#include "iklab/ik/workspace.hpp"
#include "iklab/solver.hpp"
