/** Opens files from the operating system like dropped files, in the installed page. */
import { unreadableNotice } from '@iklab/core/format/words';
import type { ComparePage } from './comparePage.ts';
import { openFiles } from './openDroppedFiles.ts';

export function openLaunchedFiles(page: ComparePage): void {
  page.scope.services.launches?.setConsumer(async ({ files: handles = [] }) => {
    if (handles.length === 0 || page.scope.endSignal.aborted) return;
    try {
      const files = await Promise.all(handles.map((handle) => handle.getFile()));
      await openFiles(page, files, files);
    } catch (error) {
      const names = handles.map(({ name }) => name).join(', ');
      const reason = error instanceof Error ? error.message : String(error);
      page.doc.refuseFile(unreadableNotice(`${names} cannot be read`, [{ path: '', reason }], ''));
    }
  });
}
