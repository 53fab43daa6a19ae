/** Shortens names so that they stay distinguishable. */
import type { Painter } from './painter.ts';

type Ruler = Pick<Painter, 'shorten' | 'textWidth'>;

// Share of the remaining letters that are kept at the end of the name.
const TAILS = [0.5, 0.7, 0.9];

/** Shortens each name to its width: at its end, or in its middle if the results would be equal. */
export function shortNames(
  ruler: Ruler,
  names: readonly string[],
  rooms: readonly number[],
): string[] {
  const short = names.map((name, i) => ruler.shorten(name, rooms[i] as number));
  const alike = clashing(names, short);
  for (const tail of alike.length > 0 ? TAILS : []) {
    for (const i of alike)
      short[i] = middleCut(ruler, names[i] as string, rooms[i] as number, tail);
    if (clashing(names, short).length === 0) break;
  }
  return short;
}

/** Indices of different names whose shortened forms are equal. */
function clashing(names: readonly string[], short: readonly string[]): number[] {
  const clash = (i: number, j: number): boolean => {
    const [[head = '', end = ''], [other = '', itsEnd = '']] = [parts(short[i]), parts(short[j])];
    const heads = head.startsWith(other) || other.startsWith(head);
    return names[i] !== names[j] && heads && (end.endsWith(itsEnd) || itsEnd.endsWith(end));
  };
  const cut = (i: number): boolean => short[i] !== names[i];
  return names.flatMap((_, i) =>
    cut(i) && names.some((_, j) => cut(j) && clash(i, j)) ? [i] : [],
  );
}

const parts = (text = ''): string[] => text.split('…');

function middleCut(ruler: Ruler, name: string, room: number, tail: number): string {
  const letters = [...name];
  if (ruler.textWidth(name) <= room) return name;
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const end = Math.max(1, Math.min(kept - 1, Math.round(tail * kept)));
    const head = letters
      .slice(0, kept - end)
      .join('')
      .trimEnd();
    const text = `${head}…${letters
      .slice(letters.length - end)
      .join('')
      .trimStart()}`;
    if (ruler.textWidth(text) <= room) return text;
  }
  return ruler.shorten(name, room);
}
