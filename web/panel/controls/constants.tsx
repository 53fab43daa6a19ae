import { Subscripts } from './subscripts.tsx';

/** The constants of a method, part by part: one that has no room is left out, none is cut. */
export function Constants({ text }: { text: string }) {
  return (
    <span class="note">
      {text.split(/(?=, )/).map((part) => (
        <span key={part}>
          <Subscripts text={part} />
        </span>
      ))}
    </span>
  );
}
