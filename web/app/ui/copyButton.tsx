import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface CopyProps {
  readonly class: string | undefined;
  readonly name: string;
  readonly text: () => Promise<string>;
}

export function CopyButton({ class: className, name, text }: CopyProps) {
  const [message, setMessage] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setMessage('Copied');
    } catch {
      setMessage('The browser does not allow copying');
    }
  };
  return (
    <>
      <button type="button" class={className} onClick={copy} onBlur={() => setMessage('')}>
        <Icon name={message === 'Copied' ? 'check' : 'copy'} />
        <span>{message || name}</span>
      </button>
      {/* Outside the button: a status inside it would remove its name for screen readers. */}
      <span class="unseen" role="status">
        {message}
      </span>
    </>
  );
}
