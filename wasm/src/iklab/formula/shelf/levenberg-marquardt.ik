# Nielsen's rule: actual over predicted decrease of the error sets the next damping
param τ₀ = 1e-3 in 1e-9..1000 log "First damping"
keep μ = τ₀ max(diag(JᵀJ))
least = 1e-12 max(diag(JᵀJ))
f₀ = ½ eᵀe
raise = 2
x = Δθ
mu = μ
later = μ
for i in 1..10
  x = Jᵀ (J Jᵀ + mu I)⁻¹ e if m ≤ n else (JᵀJ + mu I)⁻¹ (Jᵀe)
  fall = f₀ - f_at(x)
  if fall > 0
    Δθ = x
    ρ = fall / (e·(J x) - ½ ‖J x‖²)  # 1: the linear model was exact
    later = max(least, mu max(1/3, 1 - (2ρ - 1)³))
    stop
  mu = raise max(mu, least)
  raise = 2 raise
learn
  μ = later
show sqrt(mu) "Damping" m
