/** Fact about a paper, found by recomputing its tables. */

export interface ReplicationFinding {
  readonly table: string;
  readonly variant: string;
  readonly lead: string;
  readonly rest: string;
}

export const replicationFindings: readonly ReplicationFinding[] = [
  {
    table: 'buss-kim-figure-3',
    variant: 'paper',
    lead: 'Buss & Kim’s figure 3',
    rest: 'was created with a program that clamps differently from the text. The program’s clamps reproduce all five shares against DLS′; the clamps of the text reproduce none.',
  },
  {
    table: 'na-yang-jia-tables',
    variant: 'true',
    lead: 'Na, Yang & Jia’s Jacobian',
    rest: 'is not the derivative of their forward kinematics. Their Jacobian reproduces all 42 joint angles to 0.3°; with the derivative, three of six cases end more than 80° away.',
  },
  {
    table: 'tabaczynski-table-4.4',
    variant: 'printed',
    lead: 'Tabaczynski’s J⁺ = (JᵀJ)⁻¹Jᵀ',
    rest: 'is the formula for a tall J. His five links have a wide J, for which JᵀJ is singular; with J⁺ from singular values, all 42 numbers of his trace are reproduced.',
  },
  {
    table: 'buss-kim-figure-4',
    variant: 'paper',
    lead: 'Buss & Kim’s stop rule',
    rest: 'contradicts the printed counts. A run should end at an update that gains less than 0.00001 m, but on average DLS needs 539.5 updates for its last 0.0009 m: less than 0.000002 m per update.',
  },
];
