import type { CodeDhTable } from './code/codeTableDraft.ts';
import { findCodeDhTable } from './code/findCodeDhTable.ts';
import type { CodeLanguage } from './code/tokenizeCode.ts';
import { isLikelyDhText } from './likelyDhText.ts';
import { type RawDhTable, splitDhTable } from './splitDhTable.ts';

const LANGUAGES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\.py$/i, 'python'],
  [/\.m$/i, 'matlab'],
  [/\.(c|cc|cpp|cxx|h|hpp|ino)$/i, 'c'],
];
export const CODE_FILE_PATTERN = /\.(py|m|c|cc|cpp|cxx|h|hpp|ino)$/i;
export const DH_FILE_PATTERN = /\.(dh|csv|tsv|txt|md|tex|py|m|c|cc|cpp|cxx|h|hpp|ino)$/i;

const TABLE_FILE = /\.(csv|tsv|tex)$/i;

/** The extension of the name `file` decides the language. */
export function findDhTable(text: string, file: string): CodeDhTable | RawDhTable {
  const language = LANGUAGES.find(([ending]) => ending.test(file))?.[1];
  const code = TABLE_FILE.test(file) ? null : findInCode(text, file, language);
  if (language && !code) return { columns: null, rows: [] };
  return code ?? splitDhTable(text);
}

function findInCode(
  text: string,
  file: string,
  language: CodeLanguage | undefined,
): CodeDhTable | null {
  const code = /\.md$/i.test(file) ? keepCodeBlocks(text) : text;
  if (!/[[({]/.test(code)) return null;
  if (language) return findCodeDhTable(code, language);
  if (/^[^'"]*[|&]/m.test(code) && !/[=(]\s*[[{(]/.test(code)) return null; // A typed table.
  const found = (['python', 'matlab', 'c'] as const).flatMap(
    (each) => findCodeDhTable(code, each) ?? [],
  );
  // A program is faulty in its own language if it is read best there.
  const least = Math.min(...found.map(({ unread }) => unread));
  const best = found.filter(({ unread }) => unread === least);
  return best.find(({ faults }) => faults.length === 0) ?? best[0] ?? null;
}

function keepCodeBlocks(text: string): string {
  let inside = false;
  const keep = (line: string): string => {
    if (/^\s*(```|~~~)/.test(line)) {
      inside = !inside;
      return '';
    }
    return inside ? line : '';
  };
  return text.split('\n').map(keep).join('\n');
}

/** Returns true even if the table is faulty. */
export function hasDhTable(text: string, file: string): boolean {
  if (!isLikelyDhText(text)) return false;
  if (text.split('\n').some((line) => line.length > MAX_DH_LINE_LENGTH)) return false;
  const { columns, rows } = findDhTable(text, file);
  return columns !== null && rows.length > 0;
}

export const MAX_DH_LINE_LENGTH = 4000;
