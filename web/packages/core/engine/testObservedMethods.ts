const text = `Δθ = 0.3 Jᵀ (J Jᵀ + 0.04 I)⁻¹ e
show σ
show ‖Δθ‖ "Step" rad
show k
show distance[1] "First target" m
`;

export const OBSERVED_TEST_METHODS = [
  { id: 'sdls' },
  { id: 'formula', params: { text }, maxStep: null },
  { id: 'dls', params: { lambda: 0.3 } },
  { id: 'formula', params: { text }, gain: 0.5, maxStep: null },
];
