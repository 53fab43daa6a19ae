# Damped least squares: λ balances a small error against a small joint step
param λ = 1.1 m in 0..1000 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
show λ
show τ(s) = s / (s² + λ²)
