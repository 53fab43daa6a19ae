# Joints get heavier as they move towards a limit, but not away from it
param λ = 0.05 m in 1e-6..1000 log "Damping"
a = Jᵀ (J Jᵀ + λ² I)⁻¹ e             # where each joint would move
up = upper - θ
down = θ - lower
h = where(limited, (upper - lower).² ∘ (down - up) ./ (4 up.² ∘ down.²), 0)
w = where(h ∘ a > 0, 1 ./ (1 + |h|), 1)
w = where((up ≤ 0) or (down ≤ 0), 1, w)
w = where((up ≤ 0 and a > 0) or (down ≤ 0 and a < 0), 0, w)
W = diag(w)
Δθ = W Jᵀ (J W Jᵀ + λ² I)⁻¹ e
show 1 - w "Slowed by"
