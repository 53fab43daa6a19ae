# The pseudoinverse without directions of small σ
param cutoff = 1e-4 in 0..10 log "Smallest σ"
param relative = no "Relative to σ₁"
c = cutoff σ[1] if relative else cutoff
w = where(σ > c, 1 ./ σ, 0)          # 1/σ of the directions used
Δθ = V (w ∘ Uᵀe)
show sum(where(σ > c, 1, 0)) "Directions used"
show τ(s) = 1/s if s > c else 0
