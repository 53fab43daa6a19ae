/** Formula of a new panel: a step along the gradient, short enough never to overshoot. */
export const NEW_FORMULA_TEXT = 'Δθ = Jᵀe / σ[1]²';
