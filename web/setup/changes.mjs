/** Which stages of the second tier a change asks for. */
import { stages } from './stages.mjs';
import { run } from './tools.mjs';

const git = async (...words) => {
  const output = await run('git', words, { quiet: true }).catch(() => '');
  return output.split('\n').filter(Boolean);
};

/**
 * Paths that differ from what is published: from the upstream branch, else from the commit before the
 * last one, with whatever is not committed. Empty where there is no git.
 */
export async function changedFiles() {
  const [upstream] = await git('rev-parse', '--verify', '--quiet', '@{upstream}');
  const [head] = await git('rev-parse', '--verify', '--quiet', 'HEAD');
  const base = upstream && upstream !== head ? '@{upstream}' : 'HEAD~1';
  const committed = await git('diff', '--name-only', base, 'HEAD');
  const open = await git('status', '--porcelain', '--no-renames');
  return [...new Set([...committed, ...open.map((line) => line.slice(3))])].sort();
}

const WILD = { '**': '.*', '*': '[^/]*', '{': '(?:', ',': '|', '}': ')' };

/** `**` is any path, `*` any name, `{a,b}` one of several. */
export function matchesGlob(path, glob) {
  const pattern = glob.replace(/\*\*|[*{,}.+?^$()|[\]\\]/g, (sign) => WILD[sign] ?? `\\${sign}`);
  return new RegExp(`^${pattern}$`).test(path);
}

/** Of each second-tier stage that these files ask for, the first file that does. */
export function askedStages(files) {
  const asked = new Map();
  for (const [name, { askedBy = [] }] of Object.entries(stages)) {
    const file = files.find((each) => askedBy.some((glob) => matchesGlob(each, glob)));
    if (file) asked.set(name, file);
  }
  return asked;
}

/** A line on the stages that the changed files ask for and that have not run; empty if there is none. */
export function secondTierText(files, ran) {
  const asked = [...askedStages(files)].filter(([name]) => !ran.has(name));
  if (asked.length === 0) return '';
  const reasons = asked.map(([name, file]) => `${name} (${file})`).join(', ');
  const names = asked.map(([name]) => name).join(' ');
  return `The changed files also ask for: ${reasons}. Run: npm test -- ${names}`;
}
