import type { ImportSource } from '@portico/contract/imports-admin'
import { BadSource, type OldDatabase } from '../old/old-database.ts'
import type { Source } from '../source.ts'
import { csv } from './csv/csv.ts'
import { v2board } from './v2board/v2board.ts'
import { xboard } from './xboard/xboard.ts'

/** Every panel that can be moved. */
export const sources: readonly Source[] = [v2board, xboard, csv]

/** The panel whose tables these are, with its version. Throws `BadSource` if it is none, or not the one that was named. */
export async function recognise(old: OldDatabase, named: ImportSource | null): Promise<{ source: Source; version: string }> {
  const asked = named === null ? sources : sources.filter(({ name }) => name === named)
  for (const source of asked) {
    const version = source.reads.includes(old.kind) ? await source.recognise(old) : null
    if (version !== null) return { source, version }
  }
  throw new BadSource(named === null ? 'unknown_panel' : 'other_panel', [...old.tables.keys()].slice(0, 8).join(', '))
}
