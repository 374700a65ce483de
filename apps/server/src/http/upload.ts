import { pipeline } from 'node:stream/promises'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { createBudget, oneOfEach } from '../budget.ts'
import { AppError } from '../errors.ts'
import { sizes } from '../memory/sizes.ts'
import { refuseUnusable } from './body.ts'

export type UploadedFile = { name: string; bytes: Buffer }

/** Bytes that multipart adds to a file: boundaries, headers, name and other fields. */
const ENVELOPE = 16 * 1024
const LIMITS = { files: 1, fields: 10, parts: 11, headerPairs: 20, headerSize: 8 * 1024, fieldSize: ENVELOPE }
const MEGABYTE = 1024 * 1024
/** Bytes of uploads held in memory at once: others wait before their body is read. Small files have a budget of their own. */
const [large, small] = [createBudget(sizes.uploads.large * MEGABYTE), createBudget(sizes.uploads.small * MEGABYTE)]
const SMALL = 6 * MEGABYTE
/** One upload per account at a time. */
const inTurn = oneOfEach()

/**
 * Reads the field `file` of a multipart body and runs work with it. `who`: the account. Throws `file.too_large` above `maxBytes`, and
 * `input.invalid` for other bodies, without reading the rest.
 */
export async function withUpload<T>(
  incoming: IncomingMessage,
  { maxBytes, who }: { maxBytes: number; who: string },
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const most = maxBytes + ENVELOPE
  const announced = Number(incoming.headers['content-length'] ?? most)
  if (announced > most) throw new AppError('file.too_large')
  const budget = maxBytes <= SMALL ? small : large
  // The pieces of the file, and the file made of them.
  return inTurn(who, () => budget(2 * announced, async () => work(await readFile(incoming, maxBytes))))
}

async function readFile(incoming: IncomingMessage, maxBytes: number): Promise<UploadedFile> {
  const parser = parserFor(incoming.headers['content-type'] ?? '', maxBytes)
  let refused: AppError | null = null
  const refuse = (code: 'file.too_large' | 'input.invalid'): void => {
    refused ??= new AppError(code)
  }
  let name: string | null = null
  let held: BusboyFileStream | null = null
  const pieces: Buffer[] = []
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.once(limit, () => refuse('input.invalid'))
  parser.once('file', (field, file, fileName) => {
    held = file
    if (field === 'file') name = fileName ?? null
    file.on('data', (piece: Buffer) => pieces.push(piece))
    file.once('limit', () => refuse('file.too_large'))
    // The parser fails with the same error.
    file.once('error', () => {})
  })

  async function* body(): AsyncGenerator<Buffer> {
    let size = 0
    // Destroyed, it could not be answered any more.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes + ENVELOPE) refuse('file.too_large')
      if (!refused) yield chunk
      if (size - (held?.bytesRead ?? 0) - parser.writableLength > ENVELOPE) refuse('input.invalid')
      if (refused) throw refused
    }
  }

  await pipeline(body, parser).catch((error: unknown) => {
    // The other error: the body is no form or ends too early, or its sender has gone and reads no answer.
    throw error instanceof AppError ? error : new AppError('input.invalid')
  })
  if (name === null) throw new AppError('input.invalid')
  refuseUnusable({ file: name })
  return { name: unescaped(name), bytes: Buffer.concat(pieces) }
}

function parserFor(type: string, maxBytes: number): BusboyInstance {
  if (!type.startsWith('multipart/form-data')) throw new AppError('input.invalid')
  try {
    return new Busboy({ headers: { 'content-type': type }, preservePath: true, limits: { ...LIMITS, fileSize: maxBytes } })
  } catch {
    throw new AppError('input.invalid')
  }
}

/** Browsers escape these three in a name, and nothing else. */
function unescaped(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n')
}
