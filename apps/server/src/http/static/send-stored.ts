import { Readable } from 'node:stream'
import { type FileType, fileExtension } from '@portico/contract/files'
import type { Context } from 'hono'
import type { Env } from '../router.ts'

const caching = {
  material: 'public, max-age=31536000, immutable',
  avatar: 'private, max-age=31536000, immutable',
  private: 'no-store',
}

type Range = { start: number; end: number }
type Stored = { row: { name: string; type: FileType; size: number; purpose: 'material' | 'avatar' | 'private' }; name: string }

/** Sends an uploaded file to be shown or saved, never run as page, script or frame. A file's address never gets other bytes. */
export async function sendStored(
  c: Context<Env>,
  { row, name }: Stored,
  read: (range: Range | null) => Promise<Readable | null>,
): Promise<Response> {
  const isCopy = name.includes('-')
  const etag = `"${name}"`
  const headers: Record<string, string> = {
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': caching[row.purpose],
    etag,
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const asked = isCopy ? null : rangeOf(c.req.header('range'), row.size)
  if (asked === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${row.size}` })
  headers['content-type'] = row.type
  headers['content-disposition'] = `${row.type === 'image/webp' ? 'inline' : 'attachment'}; ${fileName(row)}`
  if (!isCopy) {
    headers['accept-ranges'] = 'bytes'
    headers['content-length'] = String(asked ? asked.end - asked.start + 1 : row.size)
  }
  if (asked) headers['content-range'] = `bytes ${asked.start}-${asked.end}/${row.size}`
  if (c.req.method === 'HEAD') return c.body(null, asked ? 206 : 200, headers)
  const bytes = await read(asked).catch(() => 'down' as const)
  if (bytes === 'down') return c.text('', 503, { 'retry-after': '30', 'cache-control': 'no-store' })
  if (!bytes) return c.notFound()
  // The types of Node's streams and of the web's differ; the objects are the same.
  return c.body(Readable.toWeb(bytes) as unknown as ReadableStream, asked ? 206 : 200, headers)
}

/** The range that a Range header asks for; null: the whole file, as for anything but one range of bytes. */
function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

/** The name as uploaded with the ending of what is stored, also for browsers that know ASCII alone (RFC 6266). */
function fileName({ name, type }: Stored['row']): string {
  const full = `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.${fileExtension[type]}`
  const ascii = full.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(full.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
