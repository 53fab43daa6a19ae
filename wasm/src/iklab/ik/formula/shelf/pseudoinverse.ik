# All of the error in one step, by the least turn of the joints
Δθ = J⁺ e
show τ(s) = 1/s
