/** Returns the symbol of a parameter: the last word of its label, if this is a letter. */
export function paramSymbol(label: string): string | undefined {
  const word = label.split(' ').at(-1) ?? '';
  return /^\p{L}(_\w+)?$/u.test(word) ? word : undefined;
}
