// The functions and the given names of the formula language.
#pragma once

#include <span>
#include <string_view>

#include "iklab/formula/type.hpp"

namespace iklab::formula {

enum class Call : unsigned char {
  // Applied entry by entry.
  abs,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  tanh,
  sign,
  min,
  max,
  clamp,
  where,
  atan2,
  copysign,
  // On lists.
  sum,
  prod,
  norm,
  any,
  all,
  diag,
  trace,
  zeros,
  ones,
  eye,
  // Linear algebra.
  pinv,
  solve,
  svd,
  eig,
  chol,
  qr,
  projector,
  spd,
  // At other poses.
  e_at,
  J_at,
  f_at,
  dJ,
  wolfe,
  backtrack,
  // The mechanism.
  J_of,
  e_of,
  tip,
  goal,
  axis,
  origin,
  carries,
  turn,
  cross,
  blocks,
};

struct Function {
  std::string_view name;
  Call call;
  int least, most;  // Number of arguments.
  const char* signature;
  const char* gives;
};

std::span<const Function> functions();
const Function* functionNamed(std::string_view name);

enum class Given : unsigned char {
  J,
  e,
  e_full,
  theta,
  answer,  // Δθ.
  step,
  U,
  sigma,
  V,
  r,
  n,
  m,
  k,
  gain,
  H,
  lower,
  upper,
  rest,
  comfort,
  weight,
  limited,
  turns,
  locked,
  distance,
  I,
  pi,
  infinity,
};

struct GivenName {
  std::string_view name;
  Given given;
  Type type;
  const char* help;
};

std::span<const GivenName> givenNames();

}  // namespace iklab::formula
