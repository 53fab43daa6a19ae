// Solves many problems with one method and returns one row of numbers per problem: Batch, Sampling.
#pragma once

#include "iklab/lab/batch.hpp"
