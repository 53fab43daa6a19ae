/** @jsxImportSource react */
/** A React page: the address and the handlers of events, whose names begin with `on`, are props. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Lesson({ src }) {
  const [shown, show] = useState(true);
  const [error, setError] = useState(null);
  return (
    <section>
      {shown && (
        <ik-lab
          src={src}
          ui="panes,transport"
          paused
          label="Two methods, one arm"
          oniklab-update={({ detail }) => setError(detail.results[0].error)}
        />
      )}
      <output>{error === null ? '' : `${error} m`}</output>
      <button type="button" onClick={() => show(!shown)}>
        Show
      </button>
    </section>
  );
}

createRoot(document.getElementById('place')).render(<Lesson src={window.src} />);
