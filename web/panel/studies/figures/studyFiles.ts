/** What files of a study say of where they come from. */
import { version } from '../../../../package.json';
import type { Manifest } from '../../../study/published/figuresText.ts';
import { download } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';

export const manifestHere = (page: Page): Manifest => ({
  program: 'IK Lab',
  version,
  build: page.desk.catalogue.build,
  agent: navigator.userAgent,
  made: new Date().toISOString(),
});

export const saveText = (text: string, type: string, name: string): void =>
  download(new Blob([text], { type }), name);
