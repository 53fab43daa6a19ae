// The base class of most methods.
//
// To add a method: in methods/FAMILY/, add a .cpp with `describe<NAMEOptions>` and a .json of the
// same name, its card; and the line METHOD(NAMEOptions) in methods.def. For a method outside the
// library, see examples/own_method.cpp.
#pragma once

#include "iklab/ik/method_options.hpp"

namespace iklab {

// A method with typed options.
template <class Options>
class MethodOf : public Method {
 public:
  explicit MethodOf(const MethodOptions& given) { MethodOf::tune(given); }
  void tune(const MethodOptions& given) override { given.writeTo(&options); }

 protected:
  Options options = {};
};

// MethodEntry::make for a class that is constructed from a Model and MethodOptions.
template <class T>
std::unique_ptr<Method> makeMethod(const Model& model, const MethodOptions& given) {
  return std::make_unique<T>(model, given);
}

}  // namespace iklab
