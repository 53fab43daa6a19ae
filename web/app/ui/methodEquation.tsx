import { signal } from '@preact/signals';

const equations = signal<Readonly<Record<string, string>> | null>(null);
let requested = false;

export function MethodEquation({ method }: { method: string }) {
  if (!requested) fetchEquations();
  const markup = equations.value?.[method];
  // The markup only comes from our own build.
  return <div class="equation" dangerouslySetInnerHTML={{ __html: markup ?? '' }} />;
}

export async function fetchEquations(): Promise<void> {
  requested = true;
  try {
    equations.value = (await import('virtual:equations')).default;
  } catch {
    requested = false; // Try again with the next equation: the connection may be back.
  }
}
