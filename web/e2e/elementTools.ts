interface ElementDocument {
  readonly name?: string;
  readonly methods: readonly object[];
  readonly targets: readonly { readonly position: readonly number[] }[];
}

/** `<ik-lab>` as a page uses it, without its types. */
export interface TestLabElement extends HTMLElement {
  readonly state: string;
  readonly update: number;
  readonly scenario: Promise<ElementDocument>;
  open(scenario: unknown): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  step(n?: number): Promise<number>;
  seek(update: number): Promise<number>;
  reset(): Promise<void>;
  snapshot(how?: { width?: number }): Promise<Blob>;
  results(): Promise<{ method: string; reached: boolean; error: number; theta: number[] }[]>;
  hash(): Promise<string>;
}
