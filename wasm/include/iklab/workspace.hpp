// Update by update: Memory, what an instance keeps, and Workspace, the room in which an update is
// computed and what can be seen of it.
#pragma once

#include "iklab/ik/workspace.hpp"
#include "iklab/solver.hpp"
