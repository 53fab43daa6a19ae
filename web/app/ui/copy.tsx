import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface CopyProps {
  readonly class: string | undefined;
  readonly name: string;
  readonly text: () => Promise<string>;
}

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
      {/* Outside the button: a status inside it would remove its name for screen readers. */}
      <span class="spoken" role="status">
        {said}
      </span>
    </>
  );
}
