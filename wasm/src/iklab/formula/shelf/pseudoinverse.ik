# Removes the entire error with the smallest joint step
Δθ = J⁺ e
show τ(s) = 1/s
