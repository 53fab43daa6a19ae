import equations from 'virtual:closed-form-equations';

export function ClosedFormEquation({ id }: { readonly id: string }) {
  // The markup only comes from our own build.
  return <div class="equation" dangerouslySetInnerHTML={{ __html: equations[id] ?? '' }} />;
}
