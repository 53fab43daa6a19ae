// Papers that more than one method cites.
#pragma once

#include "ik/method.hpp"

namespace iklab::papers {

inline constexpr Reference kWampler1986 = {
    .kind = Work::article,
    .authors = "Wampler, C. W.",
    .year = 1986,
    .title =
        "Manipulator inverse kinematic solutions based on vector formulations and damped "
        "least-squares methods",
    .in = "IEEE Transactions on Systems, Man, and Cybernetics",
    .volume = "16",
    .number = "1",
    .pages = "93-101",
    .doi = "10.1109/TSMC.1986.289285",
};

inline constexpr Reference kMaciejewskiKlein1988 = {
    .kind = Work::article,
    .authors = "Maciejewski, A. A. and Klein, C. A.",
    .year = 1988,
    .title =
        "Numerical filtering for the operation of robotic manipulators through kinematically "
        "singular configurations",
    .in = "Journal of Robotic Systems",
    .volume = "5",
    .number = "6",
    .pages = "527-552",
    .doi = "10.1002/rob.4620050603",
};

inline constexpr Reference kChanLawrence1988 = {
    .kind = Work::inproceedings,
    .authors = "Chan, S. K. and Lawrence, P. D.",
    .year = 1988,
    .title = "General inverse kinematics with the error damped pseudoinverse",
    .in = "Proc. IEEE International Conference on Robotics and Automation",
    .pages = "834-839",
};

inline constexpr Reference kSugihara2011 = {
    .kind = Work::article,
    .authors = "Sugihara, T.",
    .year = 2011,
    .title = "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method",
    .in = "IEEE Transactions on Robotics",
    .volume = "27",
    .number = "5",
    .pages = "984-991",
    .doi = "10.1109/TRO.2011.2148230",
};

inline constexpr Reference kBussKim2005 = {
    .kind = Work::article,
    .authors = "Buss, S. R. and Kim, J.-S.",
    .year = 2005,
    .title = "Selectively damped least squares for inverse kinematics",
    .in = "Journal of Graphics Tools",
    .volume = "10",
    .number = "3",
    .pages = "37-49",
    .doi = "10.1080/2151237X.2005.10129202",
};

}  // namespace iklab::papers
