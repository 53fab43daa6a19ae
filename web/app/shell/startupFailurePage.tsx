import type { StartupFailure } from './startupFailure.ts';

export function StartupFailurePage({ obstacle }: { obstacle: StartupFailure }) {
  return (
    <main class="stop">
      <h1>IK Lab cannot run here</h1>
      <p>{obstacle.reason}</p>
      <p class="help">{obstacle.help}</p>
    </main>
  );
}
