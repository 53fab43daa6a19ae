/** The formula of a new panel: a step along the gradient that never overshoots. */
export const FIRST_TEXT = 'Δθ = Jᵀe / σ[1]²';
