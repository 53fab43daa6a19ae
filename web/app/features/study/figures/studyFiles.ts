import { threadTime } from '@iklab/core/time';
import type { Provenance } from '@iklab/study/document';
import { version } from '../../../../../package.json';
import type { Page } from '../../../page.ts';
import { downloadBlob } from '../../../ui/downloadBlob.ts';

export const pageProvenance = (page: Page): Provenance => ({
  program: 'IK Lab',
  version,
  build: page.doc.catalogue.build,
  agent: navigator.userAgent,
  made: new Date(threadTime.date()).toISOString(),
});

export const saveTextFile = (pieces: string[], type: string, name: string): void =>
  downloadBlob(new Blob(pieces, { type }), name);
