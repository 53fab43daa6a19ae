import { smallDocument } from './testDocuments.ts';
import type { PlainObject } from './write.ts';

export const makeTreeDocument = (
  joints: PlainObject[],
  effectors: PlainObject[] = [{ id: 'tip', parent: 'a' }],
) => smallDocument({ tree: { joints, effectors } });
export const makeTargetDocument = (entries: PlainObject) =>
  smallDocument({ targets: [{ effector: 'tip', position: [1, 1, 0], ...entries }] });
export const makeMethodsDocument = (...methods: PlainObject[]) => smallDocument({ methods });

export const repeatObject = (n: number, make: (i: number) => PlainObject) =>
  Array.from({ length: n }, (_, i) => make(i));
