#include "iklab/formula/type.hpp"

#include "iklab/math/concatenate.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

bool isSameType(const Type& a, const Type& b) {
  return a.form == b.form && a.truth == b.truth && a.rows == b.rows && a.columns == b.columns;
}

Type transposed(Type type) {
  std::swap(type.rows, type.columns);
  if (type.is(Form::vector))
    type.form = Form::row;
  else if (type.is(Form::row))
    type.form = Form::vector;
  return type;
}

std::string sizeName(const Size& size) {
  switch (size.kind) {
    case SizeKind::one:
      return "1";
    case SizeKind::joints:
      return "joints";
    case SizeKind::rows:
      return "rows";
    case SizeKind::directions:
      return "directions";
    case SizeKind::targets:
      return "targets";
    case SizeKind::blocks:
      return "blocks";
    case SizeKind::rank:
      return "rank";
    case SizeKind::rowsOf:
      return "rows of a target";
    case SizeKind::count:
      return std::to_string(size.index);
    default:
      return "range";
  }
}

std::string formatPer(const Size& size) {
  switch (size.kind) {
    case SizeKind::joints:
      return "per joint";
    case SizeKind::rows:
      return "per row";
    case SizeKind::directions:
      return "per direction";
    case SizeKind::targets:
      return "per target";
    case SizeKind::blocks:
      return "per block";
    case SizeKind::rank:
      return "per direction up to the rank";
    case SizeKind::rowsOf:
      return "per row of a target";
    default:
      return "per index of a range";
  }
}

std::string formatEntries(const Size& size) {
  if (size.kind == SizeKind::count)
    return concatenate({std::to_string(size.index), size.index == 1 ? " entry" : " entries"});
  return concatenate({"one entry ", formatPer(size)});
}

std::string formatShape(const Type& type) {
  switch (type.form) {
    case Form::number:
      return type.truth ? "yes/no" : "number";
    case Form::choice:
      return "choice";
    case Form::vector:
      return concatenate({sizeName(type.rows), type.truth ? ", yes/no" : ""});
    case Form::row:
      return concatenate({sizeName(type.columns), ", transposed"});
    case Form::matrix:
    case Form::inverse:
      return concatenate({sizeName(type.rows), " × ", sizeName(type.columns)});
    case Form::diagonal:
      return concatenate({"diagonal, ", sizeName(type.rows)});
    case Form::identity:
      return "a multiple of I";
    default:
      return "";
  }
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
