/** What web/setup/equations.mjs makes of the method table: MathML by the id of the method. */
declare module 'virtual:equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}
