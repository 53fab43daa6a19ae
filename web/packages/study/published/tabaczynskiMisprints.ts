/** Misprints of Tabaczynski. */
import { truncatedTrace } from './tabaczynskiTraces.ts';

/** Norm of the largest printed step of the truncated pseudoinverse, rad. */
export const longestStep = (): number =>
  Math.max(...truncatedTrace.map((row) => Math.hypot(...row.split(' ').slice(1).map(Number))));

export const tabaczynskiMisprints: readonly string[] = [
  'listing of §3.4: J′*J′*de multiplies two n × 3 matrices, which is only possible with three joints; his chains have two and five',
  '§2.2: J⁺ = (JᵀJ)⁻¹Jᵀ, with JᵀJ “symmetric positive definite”: for a wide J it is singular, and J⁺ is Jᵀ(JJᵀ)⁻¹',
  '§2.2, step 3: (I − J⁺J)Δe multiplies an n × n matrix by a vector of 3; it must be I − JJ⁺',
  `§3.2: “scaling Δθ so its norm is within” π/4: the norm of a printed step is ${longestStep().toFixed(2)}; the listing scales by the largest |Δθ|`,
  '§2.5: DLS divides by σ² + λ²; the listing by σ² + λ, and only that reproduces the printed numbers',
  '§1.2: M = T(t) R(θ), with which the last angle moves nothing; the listing rotates the link first, and its printed Δθ5 is not zero',
  '§2.1: z points into the page; its rotations are counterclockwise, so z points out of it',
  '§3.6: line 115 plots joint positions “versus time”; as printed it plots y over x',
];
