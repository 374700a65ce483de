import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { decrypterFor, encrypterFor, type Lock } from './lock.ts'

/** A piece of a backup, of `PART_BYTES` at most. */
export type Part = { name: string; bytes: Buffer }

/** A file that cannot be used, said in one line for the person at the keyboard. */
export class BadBackup extends Error {}

/** Writes a tar archive, compressed by zstd, encrypted by age: `age -d | zstd -d | tar -x` opens it too. Ends `out`. */
export async function writeBackupFile(parts: AsyncIterable<Part>, lock: Lock, out: Writable): Promise<void> {
  const archive = pack()
  const compressed = archive.pipe(createZstdCompress())
  archive.on('error', (error) => compressed.destroy(error))
  const encrypted = await encrypterFor(lock).encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
  const written = pipeline(Readable.fromWeb(encrypted as import('node:stream/web').ReadableStream), out)
  const filled = fill(archive, parts).catch((error: Error) => {
    compressed.destroy(error)
    throw error
  })
  await Promise.all([filled, written])
}

async function fill(archive: ReturnType<typeof pack>, parts: AsyncIterable<Part>): Promise<void> {
  for await (const { name, bytes } of parts) {
    await new Promise<void>((done, failed) => {
      archive.entry({ name, size: bytes.length, mode: 0o600, mtime: new Date(0) }, bytes, (error) => (error ? failed(error) : done()))
    })
  }
  archive.finalize()
}

/** The parts of a file, in their order. Throws `BadBackup` if it is cut off, damaged, locked by another secret, or no backup. */
export async function* readBackupFile(path: string, secret: string): AsyncGenerator<Part> {
  const file = createReadStream(path)
  const decrypted = await opened(file, secret)
  const archive = extract()
  const unpacked = pipeline(Readable.fromWeb(decrypted as import('node:stream/web').ReadableStream), createZstdDecompress(), archive)
  unpacked.catch(() => {})
  try {
    for await (const entry of archive) {
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
    }
    await unpacked
  } catch {
    throw new BadBackup('it is damaged or cut off')
  } finally {
    file.destroy()
  }
}

async function opened(file: Readable, secret: string): Promise<ReadableStream<Uint8Array>> {
  try {
    return await decrypterFor(secret).decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
  } catch (error) {
    file.destroy()
    if (error instanceof Error && 'code' in error)
      throw new BadBackup(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${String(error.code)})`)
    const said = error instanceof Error ? error.message : ''
    throw new BadBackup(
      /identity|identities|passphrase/i.test(said) ? 'this passphrase or key does not open it' : 'it is no backup of Portico',
    )
  }
}
