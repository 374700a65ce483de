import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

/** A page number out of an address; anything else is page one. */
export const pageNumber = z.catch(
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.gte(1), z.lte(100_000)),
    ),
  ),
  1,
)

/** A row's number out of an address, else undefined. */
export const rowId = z.catch(
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
  undefined,
)
/** A day out of an address, as YYYY-MM-DD. */
export const day = z.catch(z.optional(z.iso.date()), undefined)

/** One of the given values out of an address, else undefined: no filter. */
export function choice<const T extends string>(values: readonly T[]) {
  return z.catch(z.optional(z.enum(values)), undefined)
}
/** Free text out of an address. */
export const text = z.catch(z.optional(z.string()), undefined)

type Change = Record<string, string | number | undefined>

/**
 * The page's state, kept in its address. Every field of the schema must catch what does not fit.
 * A change of anything but the page leads back to page one; empty values leave the address. Lists without page numbers have
 * `before` for the page.
 */
export function usePageSearch<S extends z.ZodMiniObject>(
  schema: S,
): [z.output<S>, (change: { [K in keyof z.output<S>]?: Change[string] }) => void] {
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => schema.parse(raw), [schema, raw])
  const change = (next: Change): void => {
    const turns = 'page' in next || 'before' in next
    const merged: Change = { ...raw, page: undefined, before: undefined, ...next }
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''))
    if (kept['page'] === 1) delete kept['page']
    void navigate({ to: '.', search: kept as never, replace: !turns, resetScroll: turns })
  }
  return [search, change]
}
