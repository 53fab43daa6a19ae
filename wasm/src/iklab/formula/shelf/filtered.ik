# A little damping for all directions, plus β for the weakest
param λ = 0.05 m in 0..1000 log "Damping"
param β = 0.5 m in 0..1000 log "Damping of the weakest"
param region = 0 m in 0..1000 log "Damped below σ, 0: always"
u = U[:, r]
s = σ[r]
on = 1
if region > 0
  on = max(0, 1 - (s/region)²)       # 0 far from a singular pose, 1 at it
Δθ = Jᵀ (J Jᵀ + on λ² I + on β² u uᵀ)⁻¹ e
show τ(x) = x / (x² + on λ² + (on β² if x ≤ s else 0))
