/** JSON for people: indented, with lists of numbers on one line. */
export function prettyJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // a list without a quote or a bracket inside; line ends within strings are escaped
  return text.replace(/\[\n\s+([^[\]{}"]*?)\n\s+\]/g, (_, items: string) => {
    return `[${items.replace(/\n\s+/g, ' ')}]`;
  });
}
