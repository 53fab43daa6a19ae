/** What a new method begins with: a part of the gradient, which never overshoots. */
export const FIRST_TEXT = 'Δθ = Jᵀe / σ[1]²';
