# Momentum: a fraction of the last step plus the best gradient step
param β = 0.8 in 0..0.99 "Momentum"
keep v = zeros(joints)
g = Jᵀe
q = J g
Δθ = β v
if q·q > 0
  Δθ += ((e·q) / (q·q)) g
learn
  v = step
show ‖v‖ "Previous step" rad
