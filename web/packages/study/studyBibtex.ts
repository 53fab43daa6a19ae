/** The papers of a study, and the study itself, as BibTeX. */
import {
  bibEntry,
  bibliography,
  distinctReferences,
  type Reference,
  texText,
} from 'iklab/scenario';
import type { Provenance } from './studyManifest.ts';

export interface OwnEntry {
  readonly title: string;
  /** What was computed, and with which seed. */
  readonly note: string;
  /** An address that opens the study; '' if no link can hold it. */
  readonly link: string;
}

export function studyBibtex(
  references: readonly Reference[],
  { title, note, link }: OwnEntry,
  { program, version, build, made }: Provenance,
): string {
  const own = bibEntry('misc', 'iklab', [
    ['author', '{The IK Lab contributors}'], // The braces keep it one name.
    ['title', `{${texText(title)}}`],
    ['howpublished', `${program} ${version}, build ${build}`],
    ['year', made.slice(0, 4)],
    ['note', texText(note)],
    ['url', link],
  ]);
  return `${[bibliography(distinctReferences(references)), own].filter(Boolean).join('\n\n')}\n`;
}
