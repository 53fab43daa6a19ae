# A little damping for all directions, β more for the weakest
param λ = 0.05 m in 0..1000 log "Damping"
param β = 0.5 m in 0..1000 log "Of the weakest"
param region = 0 m in 0..1000 log "Sets in below σ, 0: always"
u = U[:, r]
s = σ[r]
on = 1
if region > 0
  on = max(0, 1 - (s/region)²)       # 0 far away, 1 at the singular pose
Δθ = Jᵀ (J Jᵀ + on λ² I + on β² u uᵀ)⁻¹ e
show τ(x) = x / (x² + on λ² + (on β² if x ≤ s else 0))
