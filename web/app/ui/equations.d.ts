/** Created by web/setup/equations.mjs from the method table: MathML by the id of the method. */
declare module 'virtual:equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}

/** Created by web/setup/equations.mjs from closedFormEquations.json: MathML by the id there. */
declare module 'virtual:closed-form-equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}
