import type { Language } from '@portico/contract/translations'

/** Where a call came from, for limits, records and language; `network` is the address as limits count it. */
export type Origin = {
  ip: string
  network: string
  device: string
  language: Language
  /** What the browser keeps since a sign-in; null: none. */
  deviceCookie: string | null
}
