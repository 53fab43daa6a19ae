// Closed forms of arms with six revolute joints: all solutions of a goal. Link iklab::analytic.
#pragma once

#include "iklab/analytic/closed_form.hpp"
