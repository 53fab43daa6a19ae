/** Created by web/setup/equations.mjs from the method table: MathML by the id of the method. */
declare module 'virtual:equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}

/** The same for the closed form: MathML by the id in closedFormEquations.json. */
declare module 'virtual:closed-form-equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}
