import type { Notice as Text } from '@iklab/core/format/words';
import { Icon, IconButton } from '../ui/icon.tsx';

export function NoticeBanner({ notice, close }: { notice: Text; close: () => void }) {
  const { title, reasons, text, action, secondAction, progress, quiet = false } = notice;
  return (
    <aside class={quiet ? 'notice quiet' : 'notice'} aria-label={title}>
      {!quiet && <Icon name="alert" />}
      <div class="said" role={quiet ? 'status' : 'alert'}>
        <h2>{title}</h2>
        <ul>
          {reasons.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              {path && <code>{path}</code>} {reason}
            </li>
          ))}
        </ul>
        {progress !== undefined && <progress value={progress} />}
        {text && (
          <details>
            <summary>Original text</summary>
            <textarea
              aria-label="Original text"
              readOnly
              rows={3}
              value={text}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p>Nothing was opened; the previous scene is still shown.</p>
          </details>
        )}
      </div>
      {[action, secondAction].map(
        (each) =>
          each && (
            <button key={each.label} type="button" class="button" onClick={each.act}>
              {each.label}
            </button>
          ),
      )}
      <IconButton name="Close" icon="close" press={close} />
    </aside>
  );
}
