// Many problems solved by one method, one row of numbers each: Batch, Sampling.
#pragma once

#include "iklab/lab/batch.hpp"
