import type { Context } from 'hono'
import { AppError } from '../errors.ts'

/** The raw body, up to `maxBytes`: signatures of gateways cover it byte for byte. */
export async function readBody(c: Context, maxBytes: number): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('request.too_large')
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

/** The body as a JSON object; anything else is malformed input. An empty body is an empty object. */
export function parseObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {}
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

const MAX_DEPTH = 32

/** Malformed input: text that PostgreSQL cannot hold (NUL, half a surrogate pair), and nesting that only exists to exhaust the stack. */
export function refuseUnusable(value: unknown, depth = 0): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new AppError('input.invalid')
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw new AppError('input.invalid')
  for (const [key, inner] of Object.entries(value)) {
    refuseUnusable(key)
    refuseUnusable(inner, depth + 1)
  }
}
