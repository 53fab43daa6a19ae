// Methods side by side on one clock, with their observables: Lab, as used by the page.
#pragma once

#include "iklab/lab/lab.hpp"
