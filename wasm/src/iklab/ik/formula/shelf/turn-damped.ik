# The more a direction would turn a joint, the more it is damped
param γ = 25° rad in 0.01..1.6 "A turn that is too much"
param λ = 0.05 m in 0.001..1 log "Least damping"

α = Uᵀe
v = [max(|V[:, i]|) for i in directions]
μ = λ² + (|α| ∘ v / γ).²
Δθ = V (σ ∘ α ./ (σ.² + μ))

show sqrt(μ) "Damping" m
show τ(s) = s / (s² + λ²)
