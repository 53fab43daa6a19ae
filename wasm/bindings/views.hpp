// Addresses of buffers and objects, as JavaScript receives them; and the classes that the full
// module extends.
#pragma once

#include <emscripten/bind.h>

#include "bindings/inputs.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

struct BufferView {
  double address;
  int length;
};

template <class Number>
BufferView viewOf(std::span<Number> buffer) {
  return {static_cast<double>(reinterpret_cast<uintptr_t>(buffer.data())),
          static_cast<int>(buffer.size())};
}

template <auto Buffer, class Holder = Lab>
BufferView view(Holder& holder) {
  return viewOf((holder.*Buffer)());
}

template <class T>
double addressOf(T& object) {
  return static_cast<double>(reinterpret_cast<uintptr_t>(&object));
}

struct Classes {
  emscripten::class_<Registry>& registry;
  emscripten::class_<LabBuilder>& builder;
  emscripten::class_<Lab>& lab;
};

// Adds what only the full module has: everything but labs (full.cpp). In the light module it adds
// nothing (light.cpp).
void addFull(const Classes& classes);

}  // namespace iklab
