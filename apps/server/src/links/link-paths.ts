import type { FormatName } from '@portico/contract/formats'
import type { LinkKind } from '@portico/contract/links'
import type { LinkPath } from '@portico/contract/links-admin'

/** Another panel whose links are served. `secret`: of signed links; null: none, or it cannot be read. `endsAt`: ms; null: never. */
export type LinkSource = { id: number; kind: LinkKind; paths: LinkPath[]; secret: string | null; endsAt: number | null }

/** A way to read an address as a link of another panel. `path`: the address in the form in which clients may be given it again. */
export type OldAddress = { source: LinkSource; token: string; format: FormatName | null; path: string }
export type ReadOld = (url: string) => OldAddress[]

type Pattern = { source: LinkSource; format: FormatName | null; before: string; after: string; query: string | null; written: string }
const MOST_CHARACTERS = 500
/** Directly below the root, where pages are: their names are shorter, and files have a dot. Remnawave’s are 16 characters and more. */
const ROOT_TOKEN = /^[\w-]{16,64}$/

/**
 * Makes a reader of the addresses that these panels served, whatever the host. Several panels may have had the same path. Letter case
 * and script of a token stay as they are; a slash at the end does not count.
 */
export function oldAddresses(sources: readonly LinkSource[]): ReadOld {
  const patterns = sources.flatMap((source) => source.paths.map((one) => patternOf(source, one)))
  if (patterns.length === 0) return () => []
  return (url) => {
    const mark = url.indexOf('?')
    const path = (mark < 0 ? url : url.slice(0, mark)).replace(/^\/{2,}/, '/').replace(/(?<=.)\/+$/, '')
    const search = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1))
    return patterns.flatMap((pattern) => {
      const token = tokenBy(pattern, path, search)
      // PostgreSQL stores no zero byte.
      if (token === null || token === '' || token.length > MOST_CHARACTERS || token.includes('\0')) return []
      const { source, format, written } = pattern
      return [{ source, token, format, path: written.replace('{token}', () => escaped(token)) }]
    })
  }
}

/** The address of a link for people to read. */
export function shownAddress(paths: readonly LinkPath[], token: string): string {
  return (paths[0]?.path ?? '{token}').replace('{token}', () => token)
}

function patternOf(source: LinkSource, { path, format }: LinkPath): Pattern {
  const [before = '', after = ''] = path.split('{token}')
  const written = encodeURI(path).replace('%7Btoken%7D', '{token}')
  const [own, query] = before.split('?')
  if (query === undefined) return { source, format, before, after, query: null, written }
  return { source, format, before: own ?? '', after: '', query: query.slice(0, -1), written }
}

function tokenBy({ before, after, query }: Pattern, path: string, search: URLSearchParams | null): string | null {
  if (query !== null) return path === before || unescaped(path) === before ? (search?.get(query) ?? null) : null
  const plain = path.startsWith(before) ? path : withPlainStart(path, before)
  if (plain === null || !plain.endsWith(after)) return null
  const token = plain.slice(before.length, plain.length - after.length)
  if (before === '/' && !ROOT_TOKEN.test(token)) return null
  return token.includes('/') ? null : unescaped(token)
}

/** A path whose start an app wrote with percent signs, such as that of a path in Chinese; null: it begins otherwise. */
function withPlainStart(path: string, start: string): string | null {
  if (!path.includes('%')) return null
  const parts = path.split('/')
  const depth = start.split('/').length - 1
  const plain = [...parts.slice(0, depth).map(unescaped), ...parts.slice(depth)].join('/')
  return plain.startsWith(start) ? plain : null
}

/** Reads percent signs; a text with one that is none stays as it is. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Also escapes signs that end a quoted text in a profile. */
function escaped(token: string): string {
  return encodeURIComponent(token).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
