import { Subscripts } from './subscripts.tsx';

/** The constants of a method, as many as have room: an ellipsis says that there are more. */
export function Constants({ text }: { text: string }) {
  return (
    <span class="note" title={text.replaceAll('_', '')}>
      {text.split(/(?=, )/).map((part) => (
        <span key={part}>
          <Subscripts text={part} />
        </span>
      ))}
    </span>
  );
}
