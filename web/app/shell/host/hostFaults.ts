import { combinedNotice, hostFileNotice } from 'iklab/format';
import { labEffect } from '../../browser/labScope.ts';
import type { Compare } from '../compare.ts';

/** Says what is wrong with the file of the host; the page stands all the same. */
export function tellHostFaults({ scope, doc }: Compare): void {
  labEffect(scope, () => {
    const faults = scope.services.hostFaults.value;
    if (faults.length === 0) return;
    const own = hostFileNotice(faults);
    const now = doc.notice.peek();
    doc.notice.value = now ? combinedNotice(own, now) : own;
  });
}
