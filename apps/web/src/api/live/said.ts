/** What tabs tell each other. `to`: the only tab it is for; null: all. */
export type Said =
  | { kind: 'event'; to: string | null; stream: string; event: unknown }
  | { kind: 'end'; stream: string; status: number }
  | { kind: 'alive' }
  /** The streams that a tab wants now; none: it leaves. */
  | { kind: 'want'; tab: string; streams: string[] }
  | { kind: 'who' }
