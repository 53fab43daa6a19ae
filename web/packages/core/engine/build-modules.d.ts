declare module '*/build/iklab.js' {
  import type { SolverModule } from './glue.ts';

  export default function create(options: object): Promise<SolverModule>;
}

declare module '*/build/iklab-light.js' {
  import type { SolverModule } from './glue.ts';

  export default function create(options: object): Promise<SolverModule>;
}

declare module '*/build/version.js' {
  export const build: string;
}

declare module '*/build/cards.js' {
  import type { DescribedObservable } from '../scenario/methods/catalogue.ts';
  import type { Card, CardPaper } from './cards.ts';

  export const cards: Record<string, Card>;
  export const observables: Record<string, Pick<DescribedObservable, 'label' | 'symbol' | 'help'>>;
  export const papers: Record<string, CardPaper>;
}

declare module '*/build/shelf.js' {
  export const texts: Record<string, string>;
}
