import { SubscriptedText } from './subscripts.tsx';

/** Shows as many constants of a method as fit; the tooltip has all of them. */
export function MethodConstants({ text }: { text: string }) {
  return (
    <span class="note" title={text.replaceAll('_', '')}>
      {text.split(/(?=, )/).map((part) => (
        <span key={part}>
          <SubscriptedText text={part} />
        </span>
      ))}
    </span>
  );
}
