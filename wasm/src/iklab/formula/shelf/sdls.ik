# Selectively damped: bounds the step along each direction separately
param γ₁ = 45° rad in 1e-6..6.2832 "Largest change"
ρ = sum(blocks(J))                   # how far each joint moves all end effectors, per radian
γ = zeros(directions)
for i in directions
  stop if σ[i] ≤ 1e-10 σ[1]
  # equal σ count as one direction, that of e, treated at the first
  next if i > 1 and σ[max(1, i - 1)] - σ[i] ≤ 1e-9 σ[1]
  c = where(|σ - σ[i]| ≤ 1e-9 σ[1], Uᵀe, 0)
  α = ‖c‖
  next if α == 0
  N = sum(blocks(U c)) / α           # how far the end effectors should move
  M = (|V c| · ρ) / (α σ[i])         # how far the joints could move them
  γ[i] = γ₁ min(1, N/M)
  φ = V c / σ[i]
  a = max(|φ| ∘ turns)
  if a > γ[i]
    φ = where(turns > 0, (γ[i]/a) φ, φ)
  Δθ += φ
b = max(|Δθ| ∘ turns)
if b > γ₁
  Δθ = where(turns > 0, (γ₁/b) Δθ, Δθ)
show γ "Bound per direction" rad
