# Damped least squares, damped only near singular poses; μ is λ²
param rule = sigma | manipulability "λ by"
param λ₁ = 1.1 m in 0..1000 log "Largest λ"
param ε = 0.1 m in 1e-9..1000 log "Damped below σ"
param w₀ = 0.05 in 1e-12..1e6 log "Damped below w"
s = σ[r]                             # the weakest direction
w = prod(σ[1..r])                    # Yoshikawa's manipulability
if rule is sigma
  μ = λ₁² (1 - (s/ε)²) if s < ε else 0
else
  μ = λ₁² (1 - w/w₀)² if w < w₀ else 0
Δθ = J⁺ e if μ == 0 else Jᵀ (J Jᵀ + μ I)⁻¹ e
show sqrt(μ) "Damping" m
show τ(x) = x / (x² + μ)
