/** The failures of the last test run, for `npm test -- --failed`. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './tools.mjs';

const folder = join(root, 'node_modules/.cache/iklab');
const stagesFile = join(folder, 'failed-stages.json');
/** Returns the path of the list of a stage's failed test files. */
export const failedFilesOf = (stage) => join(folder, `failed-${stage}.json`);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
const write = (file, list) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(list));
};

export const forgetFailures = () => rmSync(folder, { recursive: true, force: true });
export const rememberStages = (names) => write(stagesFile, names);
export const rememberFiles = (file, paths) => write(file, paths);
export const lastFailures = () => ({
  stages: read(stagesFile),
  filesOf: (stage) => read(failedFilesOf(stage)),
});
