# Damped least squares that follows the curvature of its path
# Transtrum, Machta & Sethna 2011, Physical Review E 83, 036701
param λ = 0.05 m in 1e-4..10 log "Damping"
param most = 0.75 in 0.05..2 "Largest curvature used"
δ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
a = Jᵀ (J Jᵀ + λ² I)⁻¹ (dJ(δ) δ)     # second-order correction, from the change of J along δ
bend = 2 ‖a‖ / ‖δ‖ if ‖δ‖ > 0 else 0
Δθ = δ - ½ a if bend ≤ most else δ
show bend "Curvature"
