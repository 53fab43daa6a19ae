import equations from 'virtual:closed-form-equations';

export function ClosedFormEquation({ name }: { readonly name: string }) {
  // The markup only comes from our own build.
  return <div class="equation" dangerouslySetInnerHTML={{ __html: equations[name] ?? '' }} />;
}
