/** Returns a signal that is aborted on Ctrl+C or by a job scheduler. */
export function listenForInterruption() {
  const stop = new AbortController();
  let status = 0;
  const hear = (signal: NodeJS.Signals) => {
    status = signal === 'SIGINT' ? 130 : 143;
    stop.abort();
  };
  process.once('SIGINT', hear).once('SIGTERM', hear);
  const end = () => void process.off('SIGINT', hear).off('SIGTERM', hear);
  return { signal: stop.signal, status: () => status, end };
}
