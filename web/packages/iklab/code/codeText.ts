/** Pieces of text that every language shares: comments that stay comments, numbers, lists in lines. */
import { prettyJson } from '../scenario/index.ts';
import type { CodeRun } from './codeRun.ts';
import { endsByItself } from './codeRun.ts';

/** Columns of the code. */
const WIDE = 96;

// controls, line ends of any language, and marks that turn the direction of what follows
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** On one line, with nothing that ends it: safe in a comment of a line. */
export const oneLine = (text: string): string =>
  text
    .replace(UNSEEN, ' ')
    // a backslash at its end would take the next line into the comment
    .replaceAll('\\', '/')
    .replace(/ +/g, ' ')
    .trim();

/** As a comment of lines, each begun with `mark`. */
export function comment(mark: string, text: string): string {
  const lines: string[] = [];
  for (const word of oneLine(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${mark} ${word}`);
  }
  return lines.join('\n');
}

/** The fewest digits that are read as the same number: 17 at most. */
export const number = (value: number): string => (Object.is(value, -0) ? '0' : String(value));

export const numbers = (values: readonly number[]): string => `[${values.map(number).join(', ')}]`;

/** What stands in the first comment: whose run it is, and in which units. */
export function headText({ scene, panel }: CodeRun): string {
  const { name, unit } = scene.scenario;
  const lengths = {
    m: 'Metres',
    cm: 'Centimetres',
    mm: 'Millimetres',
    none: 'Lengths in the unit of the scene',
  };
  return `${name || 'A mechanism'}, ${panel.label}. ${lengths[unit]}, radians, quaternions x y z w; in the frame of the root.`;
}

/** Whose numbers they are; '': the document does not say. */
export const sourceText = ({ scene }: CodeRun, licence: string): string => {
  const note = scene.scenario.note;
  const said = licence ? `${note && ' '}The robot's package says: ${licence}.` : '';
  return note || said ? `The scene's note: ${note || 'none.'}${said}` : '';
};

/** How the run ends, and what it is known by: the last comment. */
export function endText(run: CodeRun): string {
  return `${endOf(run)} Replay hash ${run.hash} of this method alone, build ${run.build}.`;
}

function endOf({ scene, updates, stop, cut, still }: CodeRun): string {
  const many = `${updates.length} ${updates.length === 1 ? 'update' : 'updates'}`;
  if (cut) return `The run in IK Lab does not end within ${many}.`;
  if (!endsByItself(scene)) return `The first ${many} of a longer run in IK Lab.`;
  const run = still ? 'The run' : 'The first hold of the moving targets';
  return `${run} in IK Lab ends after ${many}: ${stop}.`;
}

/** A text in quotes, in ASCII, as JSON, JavaScript and Python read it alike. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Formats a document as JSON; invisible characters and those that change the text direction are escaped. */
export const visibleJson = (document: unknown): string =>
  prettyJson(document).replace(UNSEEN, (letters) =>
    letters.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** What is to be said of code that another compiler has made; '': nothing. */
export const compiledElsewhere = ({ sensitive }: CodeRun): string =>
  sensitive ? ' The run is sensitive to rounding, so the result may differ there.' : '';
