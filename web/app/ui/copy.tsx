import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface CopyProps {
  readonly class: string | undefined;
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** Copies a text, and says whether it could. */
export function Copy({ class: look, name, text }: CopyProps) {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      say('Copied');
    } catch {
      say('The browser does not allow copying');
    }
  };
  return (
    <>
      <button type="button" class={look} onClick={copy} onBlur={() => say('')}>
        <Icon name={said === 'Copied' ? 'check' : 'copy'} />
        <span>{said || name}</span>
      </button>
      {/* beside it: a button that holds a status has no name for who hears the page */}
      <span class="spoken" role="status">
        {said}
      </span>
    </>
  );
}
