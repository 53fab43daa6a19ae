import { documentPathText } from '../scenario/checks/faults.ts';

/** Maps the path of each value in a JSON text, as used in faults, to its line, from 1. */
export function findJsonLines(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const open: (string | number)[] = []; // Keys and indices of the current path.
  let line = 1;
  let key: string | null = null;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g)) {
    const parent = open.at(-1);
    if (token === '\n') line += 1;
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (typeof parent === 'number') open[open.length - 1] = parent + 1;
      else key = null;
    } else if (token !== ':') {
      if (typeof parent === 'string' && key === null) {
        key = JSON.parse(token) as string;
        open[open.length - 1] = key;
      } else {
        const path = documentPathText(open);
        if (!found.has(path)) found.set(path, line);
        if (token === '{') [key] = [null, open.push('')];
        if (token === '[') open.push(0);
      }
    }
    // Back in an object: the next string is a key after the next comma.
    if (token === '}' || token === ']') key = '';
  }
  return found;
}

/**
 * Returns the line of the value at a path, or of its nearest existing parent; 1 if there is none.
 */
export function findFaultLine(path: string, lines: ReadonlyMap<string, number>): number {
  for (
    let prefix = path;
    prefix !== '';
    prefix = prefix.replace(/(^|\.)[^.[\]]*$|\[[^[\]]*\]$/, '')
  ) {
    const line = lines.get(prefix);
    if (line !== undefined) return line;
    if (!/[.[]/.test(prefix)) break;
  }
  return 1;
}
