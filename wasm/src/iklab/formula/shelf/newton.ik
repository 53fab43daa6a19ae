# Second derivatives; a shift makes H positive definite, a line search shortens the step
A = JᵀJ
C = H - A                            # what the linear model neglects
floor = 1e-12 trace(A)
μ = 0
for i in 1..30
  stop if spd(H + μ I, floor if μ == 0 else 0)
  μ = max(floor, max(sum(|C|)) / 64) if μ == 0 else 4 μ
x = (H + μ I)⁻¹ (Jᵀe)
slope = -(Jᵀe)·x
f₀ = ½ eᵀe
a = 1
for i in 1..40
  stop if slope == 0                 # no descent
  f = f_at(a x)
  if f < f₀ and f ≤ f₀ + 1e-4 a slope
    Δθ = a x
    stop
  a = clamp(-slope a² / (2 (f - f₀ - a slope)), 0.1 a, 0.5 a)
show sqrt(μ) "Shift" m
show a "Step factor"
