import { combinedNotice, hostFileNotice } from 'iklab/format';
import { labEffect } from '../../browser/labScope.ts';
import type { Compare } from '../compare.ts';

/** Reports errors in the host's settings; the page works without the faulty ones. */
export function tellHostFaults({ scope, doc }: Compare): void {
  labEffect(scope, () => {
    const faults = scope.services.hostFaults.value;
    if (faults.length === 0) return;
    const own = hostFileNotice(faults);
    const now = doc.notice.peek();
    doc.notice.value = now ? combinedNotice(own, now) : own;
  });
}
