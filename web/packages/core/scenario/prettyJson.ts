/** Formats a value as indented JSON, with lists of numbers on one line. */
export function prettyJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // A list without quotes or brackets inside; line ends in strings are escaped, so they do not
  // match.
  return text.replace(/\[\n\s+([^[\]{}"]*?)\n\s+\]/g, (_, items: string) => {
    return `[${items.replace(/\n\s+/g, ' ')}]`;
  });
}
