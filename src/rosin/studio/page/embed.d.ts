/** An instrument of a Rosin site, as an element (docs/embed.md). */
export class RosinInstrument extends HTMLElement {
  start(): void;
  stop(): void;
  turn(path: string, value: number | string | boolean): void;
  listen(): void;
}

export interface RosinEvents {
  ready: CustomEvent<{ name: string; title: string }>;
  played: CustomEvent<{ name: string; key: number | null }>;
  regime: CustomEvent<{ regime: string; words: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "rosin-instrument": RosinInstrument;
  }
}
