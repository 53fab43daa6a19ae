/** A size below 1e21 with so many digits behind the point; halves go to the even side. */
export function fixedText(size: number, places: number): string {
  const text = size.toFixed(places);
  // toFixed knows the number exactly but takes halves upward
  const exact = size.toFixed(Math.min(100, places + 60));
  const tail = exact.slice(exact.indexOf('.') + 1 + places);
  const odd = Number(text.at(-1)) % 2 === 1;
  if (!odd || !/^50*$/.test(tail)) return text;
  return (size - 0.75 * 10 ** -places).toFixed(places);
}
