import type { TotalIs } from '@portico/contract/paging'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { usePageSearch } from '../page-search.ts'
import type { RowKey } from '../table/column.ts'
import { CursorFooter } from '../table/cursor-footer.tsx'
import type { ListOf } from './list-of.ts'
import { nameInUrl, type Values } from './query-fields.ts'

type Schema = z.ZodMiniType
type Days = { from?: string | undefined; to?: string | undefined }
type Row<D> = D extends { items: (infer T)[] } ? T : never
/** Texts as they are, ids as text. */
type InField<V> = V extends string | undefined ? V : string | undefined
type Text<V> = Extract<V, string>

/** The query of an endpoint, each part of it or none. */
type StateOf<Q extends Schema> = Q extends z.ZodMiniObject ? { [K in keyof z.output<Q>]?: z.output<Q>[K] | undefined } : object

/** A list with its state `S` and its answer `D`, in parts to pass on: `<FilterBar {...list.bar}>`, `<DataTable {...list.table}>`. */
interface List<S, D> {
  endpoint: { path: string }
  /** The filters, the order and the page, as the endpoint takes them. */
  state: S
  /** The state without its page and order: for what concerns all rows. */
  filters: Omit<S, 'page' | 'sort' | 'total_is'>
  /** Changes the address. Back to the first page, unless a page is named. */
  change: (next: { [K in keyof S]?: S[K] | string }) => void
  query: UseQueryResult<D>
  /** A filter is set. */
  filtered: boolean
  /** Clears the filters, but for these. */
  reset: (but?: { [K in keyof S]?: S[K] | string }) => void
  /** No filter is set and it has no rows: nothing to filter, export or arrange. */
  isEmpty: boolean
  bar: { hidden: boolean; active: boolean; onClear: () => void }
  table: TableProps<Row<D>> & (Row<D> extends { id: RowKey } ? { rowKey: (row: Row<D>) => RowKey } : object)
  /** For a `SearchField`, or a `FilterChip` that brings its choices. */
  filter: <K extends keyof S>(name: K) => { value: InField<S[K]>; onChange: (value: string | undefined) => void }
  /** For a `FilterChip`: all values that the endpoint takes, each with its text. */
  choice: <K extends keyof S>(name: K, textOf: (value: Text<S[K]>) => string) => ChoiceProps<Text<S[K]>>
  /** For a `DayFilter`. */
  days: Days & { onChange: (days: Days) => void }
}

/** The list of an endpoint. */
export type ListAt<E> = E extends { query?: infer Q extends Schema; response: infer R extends Schema }
  ? List<StateOf<Q>, z.output<R>>
  : never

interface Answer {
  items: unknown[]
  total?: number
  total_is?: TotalIs
  /** Of a list that is read by cursor. */
  next?: number | null
}

interface TableProps<T> {
  query: UseQueryResult<{ items: T[]; total?: number; total_is?: TotalIs; page_size?: number }>
  page: number
  onPage: ((page: number) => void) | undefined
  onCount: (() => void) | undefined
  sort: string | undefined
  onSort: (sort: string) => void
  onClear: (() => void) | undefined
  footer: ReactNode
}
interface ChoiceProps<T extends string> {
  choices: { value: T; label: string }[]
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** Reads a declared list. `fixed`: parts of its query that the page decides. */
export function useList<Q extends Schema, R extends Schema>(
  declared: ListOf<Q, R>,
  fixed: Partial<StateOf<Q>> = {},
): List<StateOf<Q>, z.output<R>> {
  const { endpoint, fields, order } = declared
  const [inUrl, changeUrl] = usePageSearch(declared)
  const state = { ...inUrl, ...fixed }
  const { page: _page, sort: _sort, total_is: _totalIs, ...filters } = state as Values
  // What every list answers. Its rows are those of the endpoint.
  const query = useQuery(declared.query(state)) as UseQueryResult<Answer>
  const names = Object.keys(fields).filter((name) => !['page', 'sort', 'total_is'].includes(name) && !(name in fixed))
  const filtered = names.some((name) => inUrl[name] !== undefined)
  // Counted exactly once: other rows are counted as usual again.
  const keepsRows = (values: Values): boolean => Object.keys(values).every((name) => ['page', 'sort', 'total_is'].includes(name))
  const change = (given: Values): void => {
    const values = keepsRows(given) || !('total_is' in fields) ? given : { total_is: undefined, ...given }
    changeUrl(Object.fromEntries(Object.entries(values).map(([name, value]) => [nameInUrl(name, fields), value])))
  }
  const none = Object.fromEntries(names.filter((name) => name !== 'before').map((name) => [name, undefined]))
  const reset = (but: Values = {}): void => change({ ...none, ...but })
  // A list without a total is read by cursor.
  const isEmpty = !filtered && !query.isPlaceholderData && (query.data?.total ?? query.data?.items.length) === 0
  const before = inUrl['before'] === undefined ? undefined : Number(inUrl['before'])
  const filter = (name: string) => ({ value: inUrl[name]?.toString(), onChange: (value: string | undefined) => change({ [name]: value }) })
  const list = {
    endpoint,
    state,
    filters,
    change,
    query,
    filtered,
    reset,
    isEmpty,
    bar: { hidden: isEmpty, active: filtered, onClear: () => reset() },
    table: {
      query,
      rowKey: ({ id }: { id: RowKey }) => id,
      page: inUrl['page'] ?? 1,
      onPage: 'page' in fields ? (page: number) => change({ page }) : undefined,
      onCount: 'total_is' in fields ? () => change({ total_is: 'exact', page: inUrl['page'] }) : undefined,
      sort: inUrl['sort'] ?? order,
      onSort: (sort: string) => change({ sort }),
      onClear: filtered ? () => reset() : undefined,
      footer:
        'before' in fields ? <CursorFooter before={before} next={query.data?.next} onGo={(row) => change({ before: row })} /> : undefined,
    },
    filter,
    choice: (name: string, textOf: (value: string) => string) => ({
      choices: valuesOf(fields[name]).map((value) => ({ value, label: textOf(value) })),
      ...filter(name),
    }),
    days: { from: inUrl['from'], to: inUrl['to'], onChange: change },
  }
  // The types follow from those of the endpoint, by the names of its query.
  return list as unknown as List<StateOf<Q>, z.output<R>>
}

function valuesOf(field: Schema | undefined): string[] {
  return [...(field?._zod.values ?? [])].filter((value) => typeof value === 'string')
}
