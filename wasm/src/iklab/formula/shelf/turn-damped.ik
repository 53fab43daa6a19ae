# Damps each direction by the joint step that it requires
param γ = 25° rad in 0.01..1.6 "Joint step that is too large"
param λ = 0.05 m in 0.001..1 log "Smallest damping"

α = Uᵀe
v = [max(|V[:, i]|) for i in directions]
μ = λ² + (|α| ∘ v / γ).²
Δθ = V (σ ∘ α ./ (σ.² + μ))

show sqrt(μ) "Damping" m
show τ(s) = s / (s² + λ²)
