import type { Language } from '@portico/contract/translations'

/** Where a call came from. `network`: the address as limits count it. */
export type Origin = {
  ip: string
  network: string
  device: string
  language: Language
  /** The browser's `device` cookie, set at sign-in; null: none. */
  deviceCookie: string | null
}
