import { useState } from 'react'
import { useSave } from '../../use-save.ts'
import { eachRow, type Outcome } from './each-row.ts'
import type { Picked } from '../use-picking.ts'

interface Bulk<T, Input> {
  picked: Picked<T>
  /** Acts on one row. Call it in the background: the bar shows failures. */
  send: (row: T, input: Input) => Promise<unknown>
  /** Message after all rows. */
  done: (n: number, input: Input) => string
  changes: { path: string }[]
}

/** Acts on picked rows one by one. Failed ones stay picked, and the bar names them. */
export function useBulk<T, Input = void>({ picked, send, done, changes }: Bulk<T, Input>) {
  const [outcome, setOutcome] = useState<Outcome<T>>({ done: [], failed: [] })
  const save = useSave({
    send: ({ rows, input }: { rows: T[]; input: Input }) => eachRow(rows, (row) => send(row, input)),
    done: (now, { input }) => (now.failed.length === 0 ? done(now.done.length, input) : undefined),
    changes,
    after: (now) => {
      setOutcome(now)
      picked.leave(now.failed.map(({ row }) => row))
    },
  })
  const clear = (): void => {
    setOutcome({ done: [], failed: [] })
    picked.leave([])
  }
  const failed = outcome.failed.map(({ row, reason }) => ({ name: picked.name(row), reason }))
  return {
    busy: save.isPending,
    run: (rows: T[], input: Input) => save.mutate({ rows, input }),
    /** Props for `BulkBar`. */
    bar: { count: picked.rows.length, done: outcome.done.length, failed, onClear: clear },
  }
}
