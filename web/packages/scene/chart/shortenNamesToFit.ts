import type { Painter } from './painter.ts';

type TextRuler = Pick<Painter, 'shorten' | 'textWidth'>;

// Share of the remaining letters that are kept at the end of the name.
const TAIL_SHARES = [0.5, 0.7, 0.9];

/** Shortens each name to its width in `rooms`, px. Different names stay different if possible. */
export function shortenNamesToFit(
  ruler: TextRuler,
  names: readonly string[],
  rooms: readonly number[],
): string[] {
  const short = names.map((name, i) => ruler.shorten(name, rooms[i] as number));
  const alike = findClashes(names, short);
  for (const tail of alike.length > 0 ? TAIL_SHARES : []) {
    for (const i of alike)
      short[i] = cutMiddle(ruler, names[i] as string, rooms[i] as number, tail);
    if (findClashes(names, short).length === 0) break;
  }
  return short;
}

function findClashes(names: readonly string[], short: readonly string[]): number[] {
  const clash = (i: number, j: number): boolean => {
    const [[head = '', end = ''], [otherHead = '', itsEnd = '']] = [
      parts(short[i]),
      parts(short[j]),
    ];
    const heads = head.startsWith(otherHead) || otherHead.startsWith(head);
    return names[i] !== names[j] && heads && (end.endsWith(itsEnd) || itsEnd.endsWith(end));
  };
  const cut = (i: number): boolean => short[i] !== names[i];
  return names.flatMap((_, i) =>
    cut(i) && names.some((_, j) => cut(j) && clash(i, j)) ? [i] : [],
  );
}

const parts = (text = ''): string[] => text.split('…');

function cutMiddle(ruler: TextRuler, name: string, width: number, tail: number): string {
  const letters = [...name];
  if (ruler.textWidth(name) <= width) return name;
  for (let letterCount = letters.length - 1; letterCount > 1; letterCount--) {
    const end = Math.max(1, Math.min(letterCount - 1, Math.round(tail * letterCount)));
    const head = letters
      .slice(0, letterCount - end)
      .join('')
      .trimEnd();
    const text = `${head}…${letters
      .slice(letters.length - end)
      .join('')
      .trimStart()}`;
    if (ruler.textWidth(text) <= width) return text;
  }
  return ruler.shorten(name, width);
}
