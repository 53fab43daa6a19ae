# The gradient, with the factor that the linear model likes best
param α₀ = 0 in 0..100 "Step factor, 0: the best"
g = Jᵀ e                             # the gradient of half the squared error
q = J g                              # where it leads the tips
α = α₀
if α₀ == 0 and q·q > 0
  α = (e·q) / (q·q)
Δθ = α g
show α "Step factor"
show τ(s) = α s
