/** Text in which `_name` is a subscript. */
export function PrintedText({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/(_\w+)/)
        .map((part, i) =>
          part.startsWith('_') ? <sub key={`${i} ${part}`}>{part.slice(1)}</sub> : part,
        )}
    </>
  );
}
