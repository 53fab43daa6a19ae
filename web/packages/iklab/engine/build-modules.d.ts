/** The glue that Emscripten makes, as far as it is used here. */

declare module '*/build/iklab.js' {
  import type { Glue } from './glue.ts';

  export default function create(options: object): Promise<Glue>;
}

declare module '*/build/version.js' {
  export const build: string;
}
