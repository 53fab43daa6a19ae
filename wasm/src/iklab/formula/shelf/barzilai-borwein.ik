# Gradient step, scaled by the last change of the gradient
# Barzilai & Borwein 1988, IMA Journal of Numerical Analysis 8, 141
keep s = zeros(joints)
keep y = zeros(joints)
g = Jᵀe
q = J g
α = (e·q) / (q·q) if q·q > 0 else 0
if s·y > 0
  α = (s·s) / (s·y)
Δθ = α g
learn
  s = step
  y = g - J_at(step)ᵀ e_at(step)     # change of the gradient
show α "Step factor"
