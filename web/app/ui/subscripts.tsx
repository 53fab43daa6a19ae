/** Text in which `_name` is a subscript. */
export function Subscripts({ text }: { text: string }) {
  return text.split(/_(\w+)/).map((part, i) => (i % 2 === 1 ? <sub key={part}>{part}</sub> : part));
}
