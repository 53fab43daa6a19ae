import type { Notice as Text } from '../session/link.ts';
import { Icon } from './icon.tsx';

/** What is wrong with a link, with the link itself to copy. */
export function Notice({ notice, close }: { notice: Text; close: () => void }) {
  return (
    <aside class="notice" aria-label={notice.title}>
      <header>
        <h2>{notice.title}</h2>
        <button type="button" class="iconb" aria-label="Close" title="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div role="alert">
        <ul>
          {notice.reasons.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              {path && <code>{path}</code>} {reason}
            </li>
          ))}
        </ul>
      </div>
      {notice.text && (
        <>
          <label for="link-text">As it was given</label>
          <textarea
            id="link-text"
            readOnly
            rows={4}
            value={notice.text}
            onFocus={(event) => event.currentTarget.select()}
          />
          <p>What stands here is another scene; nothing was opened.</p>
        </>
      )}
      {notice.action && (
        <button type="button" class="button" onClick={notice.action.act}>
          {notice.action.label}
        </button>
      )}
    </aside>
  );
}
