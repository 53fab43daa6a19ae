import { signal } from '@preact/signals';

const equations = signal<Readonly<Record<string, string>> | null>(null);
let asked = false;

/** The equation of a method, as MathML; made when the page was built, fetched when first shown. */
export function Equation({ method }: { method: string }) {
  if (!asked) fetchEquations();
  const markup = equations.value?.[method];
  // no markup but that of our own build
  return <div class="equation" dangerouslySetInnerHTML={{ __html: markup ?? '' }} />;
}

export async function fetchEquations(): Promise<void> {
  asked = true;
  try {
    equations.value = (await import('virtual:equations')).default;
  } catch {
    asked = false; // the connection may be back when the next one is shown
  }
}
