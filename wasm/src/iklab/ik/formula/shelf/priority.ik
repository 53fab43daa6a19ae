# The first target first; each later one within what those before leave free
param λ = 1.1 m in 1e-9..1000 log "Damping"
P = eye(joints)                      # onto what is still free
left = zeros(targets)
for t in targets
  A = J_of(t) P
  b = e_of(t) - J_of(t) Δθ
  Δθ += Aᵀ (A Aᵀ + λ² I)⁻¹ b
  P = P - A⁺ A
  left[t] = ‖b - A Δθ‖
show left "Left of the target" m
