# Gradient step, scaled to minimise the predicted error
param α₀ = 0 in 0..100 "Step factor, 0: automatic"
g = Jᵀ e                             # the gradient of half the squared error
q = J g                              # how it moves the end effectors
α = α₀
if α₀ == 0 and q·q > 0
  α = (e·q) / (q·q)
Δθ = α g
show α "Step factor"
show τ(s) = α s
