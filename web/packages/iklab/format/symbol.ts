/** The letter of a parameter, the last word of its label, as the equation has it; none: it has none. */
export function symbolOf(label: string): string | undefined {
  const word = label.split(' ').at(-1) ?? '';
  return /^\p{L}(_\w+)?$/u.test(word) ? word : undefined;
}
