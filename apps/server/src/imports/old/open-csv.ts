import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

/** A file of comma-separated values in UTF-8, whose first line names the columns. It is a table with the file's name. */
export async function openCsv(path: string): Promise<OldDatabase> {
  const { size } = await stat(path).catch(() => {
    throw new BadSource('no_file', path)
  })
  const columns = await headOf(path)
  const table = basename(path).replace(/\.csv$/i, '')
  let read = 0
  return {
    kind: 'csv',
    tables: new Map([[table, columns]]),
    async *rows(name) {
      if (name !== table) throw new BadSource('no_table', name)
      let line = 0
      for await (const cells of linesOf(path, (bytes) => (read = bytes))) {
        if (++line === 1 || (cells.length === 1 && cells[0] === '')) continue
        if (cells.length !== columns.length)
          throw new BadSource('damaged', `line ${line}: ${cells.length} values for ${columns.length} columns`)
        yield { line: String(line), ...Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) } as OldRow
      }
    },
    progress: () => (size === 0 ? 1 : read / size),
    close: async () => {},
  }
}

async function headOf(path: string): Promise<string[]> {
  const file = await open(path)
  await file.close()
  for await (const cells of linesOf(path, () => {})) return cells.map((cell) => cell.trim().toLowerCase())
  throw new BadSource('damaged')
}

/** Cells by line. A quoted cell may hold commas, line breaks, and quotes written twice. */
async function* linesOf(path: string, onRead: (bytes: number) => void): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let [cells, cell, isQuoted, wasQuote, bytes, isFirst] = [[] as string[], '', false, false, 0, true]
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += piece.length
    onRead(bytes)
    let text = decoder.write(piece)
    if (isFirst) text = text.replace(/^\uFEFF/, '')
    isFirst = false
    for (const sign of text) {
      if (isQuoted) {
        if (sign === '"') {
          isQuoted = false
          wasQuote = true
        } else cell += sign
      } else if (sign === '"') {
        if (wasQuote) cell += '"'
        isQuoted = true
        wasQuote = false
      } else {
        wasQuote = false
        if (sign === ',') {
          cells.push(cell)
          cell = ''
        } else if (sign === '\n') {
          yield [...cells, cell.replace(/\r$/, '')]
          cells = []
          cell = ''
        } else cell += sign
      }
    }
  }
  if (isQuoted) throw new BadSource('cut_off')
  if (cells.length > 0 || cell !== '') yield [...cells, cell]
}
