import { Subscripts } from './subscripts.tsx';

/** The constants of a method, as many as have room; all of them on hover. */
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
