/** Text as print has it: what follows a low line is an index. */
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
