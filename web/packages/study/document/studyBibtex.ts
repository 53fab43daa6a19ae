import {
  bibtexBibliography,
  distinctPaperReferences,
  escapeTex,
  formatBibtexEntry,
  type PaperReference,
} from '@iklab/core/scenario/methods';
import type { Provenance } from './studyManifest.ts';

export interface StudyBibtexEntry {
  readonly title: string;
  /** BibTeX note: what was computed, and the seed. */
  readonly note: string;
  /** Link to the study; '' if no link can hold it. */
  readonly link: string;
}

export function studyBibtex(
  references: readonly PaperReference[],
  { title, note, link }: StudyBibtexEntry,
  { program, version, build, made }: Provenance,
): string {
  const entry = formatBibtexEntry('misc', 'iklab', [
    ['author', '{The IK Lab contributors}'], // The braces keep it one name.
    ['title', `{${escapeTex(title)}}`],
    ['howpublished', `${program} ${version}, build ${build}`],
    ['year', made.slice(0, 4)],
    ['note', escapeTex(note)],
    ['url', link],
  ]);
  return `${[bibtexBibliography(distinctPaperReferences(references)), entry].filter(Boolean).join('\n\n')}\n`;
}
