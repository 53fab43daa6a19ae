# A first step predicts how J changes; the second step uses the changed J
param λ = 0 m in 0..1000 log "Damping"
A = J
δ = zeros(joints)
for i in 1..2
  δ = A⁺ e if λ == 0 else Aᵀ (A Aᵀ + λ² I)⁻¹ e
  A = J + ½ dJ(δ)
Δθ = δ
show ‖½ dJ(δ)‖ / ‖J‖ "Change of J"
