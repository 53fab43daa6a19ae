# Damped least squares that goes along with the bend of its own way
# Transtrum, Machta & Sethna 2011, Physical Review E 83, 036701
param λ = 0.05 m in 1e-4..10 log "Damping"
param most = 0.75 in 0.05..2 "Largest bend that is trusted"
δ = Jᵀ (J Jᵀ + λ² I)⁻¹ e
a = Jᵀ (J Jᵀ + λ² I)⁻¹ (dJ(δ) δ)     # J turns away by this on the way
bend = 2 ‖a‖ / ‖δ‖ if ‖δ‖ > 0 else 0
Δθ = δ - ½ a if bend ≤ most else δ
show bend "Bend"
