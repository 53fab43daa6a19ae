import { combinedNotice, hostFileNotice } from 'iklab/format';
import type { Compare } from '../compare.ts';

/** Says what is wrong with the file of the host; the page stands all the same. */
export function tellHostFaults({ scope, doc }: Compare): void {
  const { hostFaults } = scope.services;
  if (hostFaults.length === 0) return;
  const own = hostFileNotice(hostFaults);
  const now = doc.notice.peek();
  doc.notice.value = now ? combinedNotice(own, now) : own;
}
