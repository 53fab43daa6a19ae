/** Finds second-tier stages that the changed files require. */
import { stages } from './stages.mjs';
import { run } from './tools.mjs';

const git = async (...words) => {
  const output = await run('git', words, { quiet: true }).catch(() => '');
  return output.split('\n').filter(Boolean);
};

/**
 * Returns the paths changed since the upstream branch, including uncommitted changes. Without an
 * upstream branch: since the last commit but one. Empty without git.
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

/** Returns whether a path matches a glob: `**` is any path, `*` any name, `{a,b}` either word. */
export function matchesGlob(path, glob) {
  const pattern = glob.replace(/\*\*|[*{,}.+?^$()|[\]\\]/g, (sign) => WILD[sign] ?? `\\${sign}`);
  return new RegExp(`^${pattern}$`).test(path);
}

/**
 * Returns the required stages of the second tier, each with the first file that requires the stage.
 */
export function requiredStages(files) {
  const required = new Map();
  for (const [name, { requiredBy = [] }] of Object.entries(stages)) {
    const file = files.find((each) => requiredBy.some((glob) => matchesGlob(each, glob)));
    if (file) required.set(name, file);
  }
  return required;
}

/** Empty if all required stages have run. */
export function secondTierText(files, ran) {
  const missing = [...requiredStages(files)].filter(([name]) => !ran.has(name));
  if (missing.length === 0) return '';
  const reasons = missing.map(([name, file]) => `${name} (${file})`).join(', ');
  const names = missing.map(([name]) => name).join(' ');
  return `Your changes also require: ${reasons}. Run: npm test -- ${names}`;
}
