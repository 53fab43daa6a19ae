/** Created by web/setup/equations.mjs from the method table: MathML by the id of the method. */
declare module 'virtual:equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}

/** Created from closedFormEquations.json: the equations of the closed form as MathML, by id. */
declare module 'virtual:closed-form-equations' {
  const equations: Readonly<Record<string, string>>;
  export default equations;
}
