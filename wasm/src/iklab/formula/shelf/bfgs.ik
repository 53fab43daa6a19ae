# B approximates the inverse Hessian; each change of the gradient corrects it
param κ = 0.9 in 0.001..0.99 "Slope tolerance"
keep B = zeros(joints, joints)
g = Jᵀe
d = B g
known = g·d > 1e-12 ‖g‖ ‖d‖
a = wolfe(d, 1, κ) if known else 0
if a == 0 and g·g > 0                # no curvature yet, or no descent: the gradient
  known = no
  d = (g·g / ‖J g‖²) g
  a = wolfe(d, 1, κ)
Δθ = a d
learn
  y = g - J_at(step)ᵀ e_at(step)     # change of the gradient
  p = y·step
  if not known
    B = zeros(joints, joints)
  if ‖step‖ > 1e-10 and p > 1e-12 ‖step‖ ‖y‖
    if trace(B) == 0
      B = (p / (y·y)) eye(joints)
    u = B y
    B += ((1 + y·u / p) / p) step stepᵀ - (u stepᵀ + step uᵀ) / p
show a "Step factor"
