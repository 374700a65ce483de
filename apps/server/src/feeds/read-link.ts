import { type OldAddress, type ReadOld, unescaped } from '../links/link-paths.ts'
import { PAC_PATH } from '../subscriptions/link.ts'
import { type Narrowing, readNarrowing } from '../formats/narrow.ts'

/** A link that was asked for. `token`: of an own one; null: it names none. `sent`: as it stood in the link. `old`: as links of other panels. */
export type Link = { token: string | null; sent: string; old: OldAddress[]; flag: string; wanted: Narrowing | null; isPac: boolean }

const SHORT = '/s/'
const LONG = '/api/v1/client/subscribe'

/** Reads the address of a link, also as chats, mail programs and people damage it. null: it is none. */
export function readLink(url: string, readOld: ReadOld): Link | null {
  const mark = url.indexOf('?')
  const path = (mark < 0 ? url : url.slice(0, mark)).replace(/^\/{2,}/, '/')
  const name = path.toLowerCase()
  const isShort = name.startsWith(SHORT)
  const bare = name.replace(/\/+$/, '')
  const isPac = bare === PAC_PATH
  const old = isPac ? [] : readOld(url)
  const isOwn = isShort || isPac || bare === LONG
  if (!isOwn && old.length === 0) return null
  const search = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  const sent = isShort ? unescaped(path.slice(SHORT.length)) : (search.get('token') ?? '')
  return {
    token: isOwn ? tokenIn(sent) : null,
    sent,
    old,
    flag: (search.get('flag') ?? '').slice(0, 60),
    wanted: mark < 0 ? null : readNarrowing(search.get('types') ?? '', search.get('filter') ?? ''),
    isPac,
  }
}

/**
 * The 32 hex digits that identify our links, in any case. What stands around them and is no letter or digit is no part of them, nor are
 * Chinese characters, which follow a link without a blank.
 */
function tokenIn(text: string): string | null {
  return /^[^0-9a-z]*([0-9a-f]{32})(?![\p{N}[\p{L}--\p{Script=Han}]])/iv.exec(text)?.[1]?.toLowerCase() ?? null
}
