/** Rounds a positive value down to a number of significant digits; 0 if it is not positive. */
export function roundDown(value: number, digits: number): number {
  if (!(value > 0)) return 0;
  const power = Math.floor(Math.log10(value)) - digits + 1;
  return Number(`${Math.floor(value / 10 ** power)}e${power}`);
}
