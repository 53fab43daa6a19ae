# Joints get stiffer towards their limits
param c = 1 m in 0..1e6 log "Stiffness at a limit"
param p = 8 in 2..64 even "Exponent"
param centre = comfortable | middle "Middle"
mid = rest
if centre is comfortable
  mid = comfort
else
  mid = where(limited, ½ (lower + upper), 0)
x = 2 (θ - mid) ./ (upper - lower)   # ±1 at the limits
λ = where(limited, c |x|.^p, 0) + 1 ./ weight
Q = diag(λ)⁻²
Δθ = Q Jᵀ (J Q Jᵀ + I)⁻¹ e
show λ "Joint damping" m
