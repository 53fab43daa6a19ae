import { combinedNotice, hostConfigNotice } from '@iklab/core/format/words';
import { startLabEffect } from '../../browser/labScope.ts';
import type { ComparePage } from '../comparePage.ts';

export function reportHostFaults({ scope, doc }: ComparePage): void {
  startLabEffect(scope, () => {
    const faults = scope.services.hostFaults.value;
    if (faults.length === 0) return;
    const hostNotice = hostConfigNotice(faults);
    const current = doc.notice.peek();
    doc.notice.value = current ? combinedNotice(hostNotice, current) : hostNotice;
  });
}
