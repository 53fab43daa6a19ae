# Targets by priority: each uses only the null space of the earlier ones
param λ = 1.1 m in 1e-9..1000 log "Damping"
P = eye(joints)                      # projects onto the remaining null space
left = zeros(targets)
for t in targets
  A = J_of(t) P
  b = e_of(t) - J_of(t) Δθ
  Δθ += Aᵀ (A Aᵀ + λ² I)⁻¹ b
  P = P - A⁺ A
  left[t] = ‖b - A Δθ‖
show left "Remaining error" m
