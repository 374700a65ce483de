import type { Context } from 'hono'
import { createBudget } from '../budget.ts'
import { AppError } from '../errors.ts'
import { readBody, refuseUnusable } from './body.ts'

export type UploadedFile = { name: string; bytes: Buffer }

/** What multipart adds to a file: boundaries, headers and the name. */
const ENVELOPE = 16 * 1024
const MEGABYTE = 1024 * 1024
/** Bytes of uploads held in memory at once: others wait before their body is read. Small files have a budget of their own. */
const [large, small] = [createBudget(128 * MEGABYTE), createBudget(32 * MEGABYTE)]
const SMALL = 6 * MEGABYTE

/**
 * Reads the one field `file` of a multipart body, and works with it. Throws `file.too_large` above `maxBytes`, and `input.invalid`
 * for anything that is not such a body.
 */
export async function withUpload<T>(c: Context, maxBytes: number, work: (file: UploadedFile) => Promise<T>): Promise<T> {
  const most = maxBytes + ENVELOPE
  const announced = Number(c.req.header('content-length') ?? most)
  if (announced > most) throw new AppError('file.too_large')
  const budget = maxBytes <= SMALL ? small : large
  // The body and the file taken out of it.
  return budget(2 * announced, async () => {
    const file = await readFile(c, most)
    if (file.bytes.length > maxBytes) throw new AppError('file.too_large')
    return work(file)
  })
}

async function readFile(c: Context, most: number): Promise<UploadedFile> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) throw new AppError('input.invalid')
  const body = await readBody(c, most).catch((error: unknown) => {
    // The other error: the sender cancelled, and reads no answer.
    throw new AppError(error instanceof AppError ? 'file.too_large' : 'input.invalid')
  })
  let file: unknown
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    file = form.get('file')
  } catch {
    throw new AppError('input.invalid')
  }
  if (!(file instanceof File)) throw new AppError('input.invalid')
  refuseUnusable({ file: file.name })
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
}
