// What a method is written with.
//
// Adding one: in methods/FAMILY/ one .cpp with `describe<NAMEOptions>` and one .json of the same name,
// its card; and the line METHOD(NAMEOptions) in methods.def. One that is no part of the library:
// examples/own_method.cpp.
#pragma once

#include "iklab/ik/method_options.hpp"

namespace iklab {

// What most methods derive from: their options, typed.
template <class Options>
class MethodOf : public Method {
 public:
  explicit MethodOf(const MethodOptions& given) { MethodOf::tune(given); }
  void tune(const MethodOptions& given) override { given.writeTo(&options); }

 protected:
  Options options = {};
};

// MethodEntry::make of a class that is made from a Model and MethodOptions.
template <class T>
std::unique_ptr<Method> makeMethod(const Model& model, const MethodOptions& given) {
  return std::make_unique<T>(model, given);
}

}  // namespace iklab
