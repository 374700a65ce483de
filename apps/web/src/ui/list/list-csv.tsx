import type { Csv } from '@portico/contract/csv'
import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type { TotalIs } from '@portico/contract/paging'
import type { Permission } from '@portico/contract/permissions'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { Allowed } from '../allowed.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { fieldsOf } from './query-fields.ts'

type None = z.ZodMiniType<undefined, undefined>

type Listed = { items: unknown[]; total?: number; total_is?: TotalIs } | undefined

interface ListCsvProps<Q extends z.ZodMiniType> {
  list: { state: object; isEmpty: boolean; query: { data?: Listed } }
  /** Takes the filters of the list. */
  from: Endpoint<None, Q, None, typeof Csv>
  /** The file's, without its date. */
  name: string
  /** Besides those for the page. */
  needs: Permission | readonly Permission[]
  /** Number of rows in the file; absent: as many as the list has; null: not known before. */
  rows?: number | null
}

const counted = (data: Listed): number | null => (data?.total_is === 'at_least' ? null : (data?.total ?? null))

/** Downloads all that a list shows, on every page of it. */
export function ListCsv<Q extends z.ZodMiniType>({ list, from, name, needs, rows = counted(list.query.data) }: ListCsvProps<Q>) {
  if (list.isEmpty) return null
  const taken = fieldsOf(from)
  const query = Object.fromEntries(Object.entries(list.state).filter(([field]) => field in taken))
  return (
    <Allowed to={needs}>
      {/* Fields of the list's query, as this endpoint takes them. */}
      <CsvButton name={name} rows={rows} load={(options) => call(from, { query } as unknown as CallInput<None, Q, None>, options)} />
    </Allowed>
  )
}
