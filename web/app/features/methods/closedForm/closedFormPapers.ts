import type { PaperReference } from '@iklab/core/scenario/methods';

const NONE = { in: '', volume: '', number: '', pages: '', doi: '' };

export const closedFormPapers: readonly PaperReference[] = [
  {
    ...NONE,
    kind: 'techreport',
    authors: 'Pieper, D. L.',
    year: 1968,
    title: 'The kinematics of manipulators under computer control',
    in: 'Stanford University',
    number: 'PhD thesis',
  },
  {
    ...NONE,
    kind: 'techreport',
    authors: 'Paden, B.',
    year: 1986,
    title: 'Kinematics and control of robot manipulators',
    in: 'University of California, Berkeley',
    number: 'PhD thesis',
  },
  {
    ...NONE,
    kind: 'article',
    authors: 'Elias, A. J. and Wen, J. T.',
    year: 2025,
    title: 'IK-Geo: Unified robot inverse kinematics using subproblem decomposition',
    in: 'Mechanism and Machine Theory',
    doi: '10.48550/arXiv.2211.05737',
  },
  {
    ...NONE,
    kind: 'misc',
    authors: 'Elias, A. J. and Wen, J. T.',
    year: 2023,
    title: 'Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators',
    in: 'arXiv 2307.13122',
    doi: '10.48550/arXiv.2307.13122',
  },
  {
    ...NONE,
    kind: 'article',
    authors: 'Kantorovich, L. V.',
    year: 1948,
    title: 'Functional analysis and applied mathematics',
    in: 'Uspekhi Matematicheskikh Nauk',
    volume: '3',
    number: '6',
    pages: '89-185',
  },
  {
    ...NONE,
    kind: 'article',
    authors: 'Polyak, B. T.',
    year: 1964,
    title: 'Gradient methods for solving equations and inequalities',
    in: 'USSR Computational Mathematics and Mathematical Physics',
    volume: '4',
    number: '6',
    pages: '17-32',
  },
];
