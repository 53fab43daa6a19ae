import type { MethodPanel } from '@iklab/core/scenario';
import type { ReportedPanel, ReportedRecord } from '../history/updateRecords.ts';

export const testRecordPanel: MethodPanel = {
  id: 'dls',
  label: 'DLS, "mine"',
  slot: 1,
  params: {},
  targetClamp: { mode: 'off', distance: 1, angle: 1, rule: 'paper' },
  maxStep: null,
  maxSlide: null,
  gain: 1,
  secondary: null,
};
export const testReportedPanel: ReportedPanel = {
  number: 3,
  panel: testRecordPanel,
  observables: [],
};
export const testReportedRecord: ReportedRecord = {
  panel: 0,
  update: 1,
  frame: 1,
  time: 0.05,
  errorBefore: 0.52,
  error: 0.41,
  errors: [0.41],
  orientationErrors: [null],
  angles: [0.1, -0.2],
  step: [0.1, -0.00004],
  rank: 2,
  sigma: [1.5, 1e-12],
  lambda: null,
  stop: null,
  restarts: 2,
  shown: [],
};
