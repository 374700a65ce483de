import type { OldAddress } from './link-paths.ts'
import { readSigned } from './signed-token.ts'

/** What names the member in a link of another panel, as in the table; null: the panel did not sign it. */
export function linkSubject({ source: { kind, secret }, token }: Pick<OldAddress, 'source' | 'token'>): string | null {
  if (kind === 'token') return token
  const signed = secret === null ? null : readSigned(kind, secret, token)
  return signed?.isSigned ? signed.subject : null
}

/** The rows that a text may mean, if it is a link of another panel, whole or its path. */
export function linksIn(text: string, readOld: (url: string) => OldAddress[]): { sourceId: number; token: string }[] {
  const url = URL.parse(text.trim())
  return readOld(url ? url.pathname + url.search : text.trim()).flatMap((found) => {
    const token = linkSubject(found)
    return token === null ? [] : [{ sourceId: found.source.id, token }]
  })
}
