// Many problems by one method, a row of numbers each: Batch, Sampling.
#pragma once

#include "iklab/lab/batch.hpp"
