/** Shows a text in which `_name` is a subscript. */
export function SubscriptedText({ text }: { readonly text: string }) {
  return text
    .split(/_(\w+)/)
    .map((part, i) => (i % 2 === 1 ? <sub key={`${i} ${part}`}>{part}</sub> : part));
}
