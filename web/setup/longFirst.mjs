/** The order of test files: what takes long begins first, so that all workers end together. */
import { statSync } from 'node:fs';

/** Short files that take long, by seconds; of others the size tells enough. */
const LONG = [
  'heavy',
  'journey',
  'journeyHeap',
  'hostilePage',
  'pageMethods',
  'sameBits',
  'studies',
  'layout',
  'figure',
].map((name) => `/e2e/${name}.test.ts`);

const rank = ({ moduleId }) => {
  const at = LONG.findIndex((end) => moduleId.endsWith(end));
  return at < 0 ? LONG.length : at;
};
const size = ({ moduleId }) => statSync(moduleId).size;

export class LongFirst {
  sort(files) {
    return files.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a));
  }

  shard(files) {
    return files;
  }
}
