import { SubscriptedText } from './subscriptedText.tsx';

export function MethodConstantsText({ text }: { text: string }) {
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
