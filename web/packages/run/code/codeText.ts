import { prettyJson } from '@iklab/core/scenario';
import type { CodeRun } from './codeRun.ts';
import { runsUntilConverged } from './codeRun.ts';

const MAX_WIDTH = 96;

// Control characters, line ends of any language, and characters that change the text direction.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Puts a text on one line, so that it cannot end a comment of one line in any language. */
export const toCodeCommentLine = (text: string): string =>
  text
    .replace(INVISIBLE, ' ')
    // A backslash at the end would continue the comment on the next line.
    .replaceAll('\\', '/')
    .replace(/ +/g, ' ')
    .trim();

export function writeCodeComment(mark: string, text: string): string {
  const lines: string[] = [];
  for (const word of toCodeCommentLine(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < MAX_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${mark} ${word}`);
  }
  return lines.join('\n');
}

/** Formats a number as the shortest text that reads back as the same number, at most 17 digits. */
export const formatCodeNumber = (value: number): string =>
  Object.is(value, -0) ? '0' : String(value);

export const formatCodeNumbers = (values: readonly number[]): string =>
  `[${values.map(formatCodeNumber).join(', ')}]`;

export function codeHeaderComment({ scene, panel }: CodeRun): string {
  const { name, unit } = scene.scenario;
  const lengths = {
    m: 'Metres',
    cm: 'Centimetres',
    mm: 'Millimetres',
    none: 'Lengths in the unit of the scene',
  };
  return `${name || 'A mechanism'}, ${panel.label}. ${lengths[unit]}, radians, quaternions x y z w; in the frame of the root.`;
}

export const codeLicenceText = ({ scene }: CodeRun, licence: string): string => {
  const note = scene.scenario.note;
  const licenceText = licence ? `${note && ' '}The robot's package says: ${licence}.` : '';
  return note || licenceText ? `The scene's note: ${note || 'none.'}${licenceText}` : '';
};

export function codeRunEndText(run: CodeRun): string {
  return `${endSentence(run)} Replay hash ${run.hash} of this method alone, build ${run.build}.`;
}

function endSentence({ scene, updates, stop, cut, isStationary }: CodeRun): string {
  const count = `${updates.length} ${updates.length === 1 ? 'update' : 'updates'}`;
  if (cut) return `The run in IK Lab does not end within ${count}.`;
  if (!runsUntilConverged(scene)) return `The first ${count} of a longer run in IK Lab.`;
  const run = isStationary ? 'The run' : 'The first hold of the moving targets';
  return `${run} in IK Lab ends after ${count}, reason: ${stop}.`;
}

/** Quotes a text in ASCII, with escapes that JSON, JavaScript and Python share. */
export const quoteAscii = (text: string): string =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const formatVisibleJson = (document: unknown): string =>
  prettyJson(document).replace(INVISIBLE, (letters) =>
    letters.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** Returns a sentence for a comment if a run is sensitive to rounding; '' if it is not. */
export const roundingWarning = ({ sensitive }: CodeRun): string =>
  sensitive ? ' The run is sensitive to rounding, so the result may differ there.' : '';
