#include "bindings/views.hpp"

void iklab::addFull(const Classes&) {}
