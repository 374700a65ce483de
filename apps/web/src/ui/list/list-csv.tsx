import type { Csv } from '@portico/contract/csv'
import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { useMayCall } from '../../api/may.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { fieldsOf } from './list-of.ts'

type None = z.ZodMiniType<undefined, undefined>

interface ListCsvProps<Q extends z.ZodMiniType> {
  list: { state: object; isEmpty: boolean }
  /** Takes the filters of the list. */
  from: Endpoint<None, Q, None, typeof Csv>
  /** The file's, without its date. */
  name: string
}

/** Downloads all that a list shows, on every page of it. Only for staff who may. */
export function ListCsv<Q extends z.ZodMiniType>({ list, from, name }: ListCsvProps<Q>) {
  const may = useMayCall(from)
  if (list.isEmpty || !may) return null
  const taken = fieldsOf(from)
  const query = Object.fromEntries(Object.entries(list.state).filter(([field]) => field in taken))
  // Fields of the list's query, as this endpoint takes them.
  return <CsvButton name={name} load={(options) => call(from, { query } as unknown as CallInput<None, Q, None>, options)} />
}
