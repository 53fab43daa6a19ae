// All solutions of arms with six revolute joints: ClosedForm. All solutions of arms with seven, at a
// value of a parameter: RedundantForm. The poses that keep an effector in place: SelfMotion and
// selfMotionCurve. Proof that an exact solution lies beside a pose: certifyReached. Proof that there is
// none: certifyOutOfReach. Link iklab::analytic.
#pragma once

#include "iklab/analytic/certificate.hpp"
#include "iklab/analytic/closed_form.hpp"
#include "iklab/analytic/out_of_reach.hpp"
#include "iklab/analytic/redundant_form.hpp"
#include "iklab/analytic/self_motion_curve.hpp"
