import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { createBudget } from '../budget.ts'
import { AppError } from '../errors.ts'

/** Limits of a body unless its endpoint sets others. */
export const MAX_BYTES = 64 * 1024
export const MAX_KEYS = 1000
const MAX_DEPTH = 32
/** Bodies from this size on take milliseconds to parse: they are parsed one at a time, with other work between. */
const LONG_BYTES = 8 * 1024
const inTurn = createBudget(1)

/** Reads the raw body, which gateway signatures cover byte for byte. Throws `request.too_large` above `maxBytes`. */
export async function readBody(c: Context, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > maxBytes) throw new AppError('request.too_large')
  // HTTP holds a body to its announced length, so it is read at once, which is cheaper than a stream.
  if (length !== undefined) return Buffer.from(await c.req.raw.arrayBuffer())
  const stream = c.req.raw.body
  if (!stream) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) throw new AppError('request.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads the body and parses it. Throws as `readBody` and `parseObject`. */
export async function readObject(c: Context, maxBytes: number, maxKeys: number): Promise<Record<string, unknown>> {
  const body = await readBody(c, maxBytes)
  if (body.length < LONG_BYTES) return parseObject(body, maxKeys)
  return inTurn(1, async () => {
    await setImmediate()
    return parseObject(body, maxKeys)
  })
}

/** Parses the body as a JSON object; an empty body is an empty object. Throws `input.invalid` for anything else. */
export function parseObject(body: Buffer, maxKeys: number): Record<string, unknown> {
  if (body.length === 0) return {}
  refuseUnwieldy(body, maxKeys)
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new AppError('input.invalid')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('input.invalid')
  refuseUnusable(value)
  return value as Record<string, unknown>
}

/** Refuses more fields and list elements than allowed, and nesting that only exhausts the stack. Counts before parsing. */
function refuseUnwieldy(json: Buffer, maxKeys: number): void {
  let [keys, depth, inText] = [0, 0, false]
  for (let i = 0; i < json.length; i++) {
    const char = json[i]
    if (inText) {
      if (char === CHAR.backslash) i++
      else if (char === CHAR.quote) inText = false
    } else if (char === CHAR.quote) inText = true
    else if (char === CHAR.closeObject || char === CHAR.closeList) depth--
    else if (char === CHAR.comma || char === CHAR.openObject || char === CHAR.openList) {
      // An opening bracket counts the first field or element, each comma one more.
      keys++
      if (char !== CHAR.comma) depth++
      if (keys > maxKeys || depth > MAX_DEPTH) throw new AppError('input.invalid')
    }
  }
}

const CHAR = { quote: 0x22, comma: 0x2c, openList: 0x5b, backslash: 0x5c, closeList: 0x5d, openObject: 0x7b, closeObject: 0x7d }

/** Refuses text that PostgreSQL cannot store (NUL, half a surrogate pair), and names its field, such as `tags.0`. */
export function refuseUnusable(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && !isUsable(value)) throw unusable(path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // A name that cannot be repeated stands for its place.
    if (!isUsable(key)) throw unusable([...path, '?'])
    refuseUnusable(inner, [...path, key])
  }
}

function isUsable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function unusable(path: string[]): AppError {
  return new AppError('input.invalid', { fields: { [path.join('.')]: 'input.characters' } })
}
