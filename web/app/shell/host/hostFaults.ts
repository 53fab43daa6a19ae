import { combinedNotice, hostFileNotice } from '@iklab/core/format/words';
import { labEffect } from '../../browser/labScope.ts';
import type { ComparePage } from '../compare.ts';

/** Shows the faults of the host's settings; the page works without the faulty settings. */
export function reportHostFaults({ scope, doc }: ComparePage): void {
  labEffect(scope, () => {
    const faults = scope.services.hostFaults.value;
    if (faults.length === 0) return;
    const hostNotice = hostFileNotice(faults);
    const current = doc.notice.peek();
    doc.notice.value = current ? combinedNotice(hostNotice, current) : hostNotice;
  });
}
