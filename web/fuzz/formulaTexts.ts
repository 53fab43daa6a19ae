export const FORMULA_TEXTS: readonly string[] = [
  'Δθ = Jᵀe / (1 + σ[1]²)',
  `param λ = 0.3 m in 0.01..10 log "Damping"
Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
show λ
show τ(s) = s / (s² + λ²)`,
  `param γ = 25° rad in 0.01..1.6
param soft = yes
α = Uᵀe
v = [max(|V[:, i]|) + 1e-9 for i in directions]
μ = 0.01 + (|α| ∘ v / γ).²
w = σ ./ (σ.² + μ)
Δθ = V (w ∘ tanh(α)) if soft else V (w ∘ α)
show sqrt(μ) "Damping" m`,
  `param β = 0.5 in 0..0.95
keep v = zeros(joints)
g = Jᵀe
q = J g
Δθ = β v
if q·q > 0
  Δθ += ((e·q) / (q·q)) g
learn
  v = step
show ‖v‖ "Speed" rad`,
  `param rule = near | far | both
param p = 4 in 2..8 even
w = ones(joints)
for j in inward
  next if locked[j] ≠ 0
  a = atan2(axis(j)[3], 1 + |axis(j)[1]|) + cos(θ[j]) - exp(-|θ[j]|)
  w[j] = 1 + |a|.^p if rule is far else log(2 + |a|)
Q = diag(w)⁻¹
Δθ = Q Jᵀ (J Q Jᵀ + 0.1 I)⁻¹ e
show w "Weights"`,
  `A = JᵀJ
x = (A + 1e-3 (1 + trace(A)) I)⁻¹ (Jᵀe)
for i in 1..8
  if f_at(x) < f_at(0 x)
    Δθ = x
    stop
  x = ½ x
show ½ ‖e_at(Δθ)‖²`,
  `s, Q = eig(JᵀJ + 0.01 I)
Δθ = Q ((Qᵀ(Jᵀe)) ./ max(s, 0.05))
P = projector(J)
Δθ += 0.01 P (rest - θ)
show s[n]`,
  `P = eye(joints)
for t in targets
  A = J_of(t) P
  b = e_of(t) - J_of(t) Δθ
  Δθ += Aᵀ (A Aᵀ + 0.04 I)⁻¹ b
  P = P - A⁺ A
show distance "Distance" m`,
  'Δθ = J⁺ e + ½ pinv(J + ½ dJ(J⁺ e), 0.01) (sin(k) e_full - e)',
];
