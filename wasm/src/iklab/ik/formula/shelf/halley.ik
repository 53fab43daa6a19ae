# A first step says how J bends; the second is taken with the bent one
param λ = 0 m in 0..1000 log "Damping"
A = J
δ = zeros(joints)
for i in 1..2
  δ = A⁺ e if λ == 0 else Aᵀ (A Aᵀ + λ² I)⁻¹ e
  A = J + ½ dJ(δ)
Δθ = δ
show ‖½ dJ(δ)‖ / ‖J‖ "Bend"
