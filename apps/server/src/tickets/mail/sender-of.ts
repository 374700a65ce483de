import type { Email } from 'postal-mime'
import { headersOf } from './sent-by-machine.ts'

const LONGEST = 1000
const QUOTED = /"(?:[^"\\]|\\.)*"/g
const COMMENT = /\([^()]*\)/g
const ADDRESS = String.raw`[^<>@\s,;:()]+@[^<>@\s,;:()]+`
const ONE = new RegExp(String.raw`^(?:[^<>,;:()]*<(${ADDRESS})>|(${ADDRESS}))$`)

/**
 * The address of the only sender, in small letters; null if it can be read in several ways. What we read must be what the receiving server
 * has checked.
 */
export function senderOf(mail: Pick<Email, 'from' | 'headers'>): string | null {
  const [from, ...others] = headersOf(mail, 'from')
  if (from === undefined || others.length > 0 || from.length > LONGEST) return null
  const [, named, bare] = ONE.exec(from.replace(QUOTED, '').replace(COMMENT, '').trim()) ?? []
  const address = (named ?? bare)?.toLowerCase()
  return address !== undefined && address === mail.from?.address?.toLowerCase() ? address : null
}
