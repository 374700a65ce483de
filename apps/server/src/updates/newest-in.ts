import { compareVersions } from '@portico/contract/app-releases'
import { DomUtils, parseDocument } from 'htmlparser2'

export type Release = { version: string; url: string | null }

/**
 * The newest release in a feed: Atom, JSON Feed, or a code host's JSON list. Drafts and versions such as 1.0.0-beta.1 do not count. null:
 * it names none.
 */
export function newestIn(feed: string, address: string): Release | null {
  const named = feed.trimStart().startsWith('<') ? entriesOf(feed) : itemsOf(feed)
  const releases = named.flatMap(({ names, url }) => {
    const version = names.map(versionIn).find((found) => found !== null)
    return version ? [{ version, url: pageAt(url, address) }] : []
  })
  return releases.toSorted((a, b) => compareVersions(b.version, a.version))[0] ?? null
}

type Named = { names: string[]; url: string | undefined }

function entriesOf(feed: string): Named[] {
  const elements = DomUtils.getElementsByTagName('entry', parseDocument(feed, { xmlMode: true }))
  return elements.map((entry) => {
    const texts = (name: string): string[] =>
      DomUtils.getElementsByTagName(name, entry.children).map((found) => DomUtils.textContent(found))
    const [link] = DomUtils.getElementsByTagName('link', entry.children)
    return { names: [...texts('title'), ...texts('id')], url: link?.attribs['href'] }
  })
}

function itemsOf(feed: string): Named[] {
  const given = parsed(feed)
  const items: unknown = Array.isArray(given) ? given : isObject(given) && given['items']
  if (!Array.isArray(items)) return []
  return items.filter(isObject).flatMap((item) => {
    if (item['draft'] === true || item['prerelease'] === true) return []
    const text = (name: string): string[] => (typeof item[name] === 'string' ? [item[name]] : [])
    return [{ names: ['version', 'tag_name', 'title', 'name'].flatMap(text), url: ['html_url', 'url'].flatMap(text)[0] }]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function versionIn(name: string): string | null {
  return /(?<![\w.])v?(\d{1,6}\.\d{1,6}\.\d{1,6})(?![\w.+-])/.exec(name.trim())?.[1] ?? null
}

function pageAt(url: string | undefined, address: string): string | null {
  if (url === undefined || !URL.canParse(url, address)) return null
  const { protocol, href } = new URL(url, address)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
