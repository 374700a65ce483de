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
  return value as Record<string, unknown>
}
