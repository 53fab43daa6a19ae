// Runs several methods side by side on one clock and records what each reports about its updates:
// Lab, which the page also uses.
#pragma once

#include "iklab/lab/lab.hpp"
