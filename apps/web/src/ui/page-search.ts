import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import * as z from 'zod/mini'

/** A page number from the URL; anything else is page one. */
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

/** A row's id from the URL, otherwise undefined. */
export const rowId = z.catch(
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
  undefined,
)
/** A day from the URL, as YYYY-MM-DD. */
export const day = z.catch(z.optional(z.iso.date()), undefined)

/** One of the given values from the URL, otherwise undefined: no filter. */
export function choice<const T extends string>(values: readonly T[]) {
  return z.catch(z.optional(z.enum(values)), undefined)
}
/** Free text from the URL. */
export const text = z.catch(z.optional(z.string()), undefined)

type Change = Record<string, string | number | undefined>

/**
 * The page's state, kept in the URL without empty values. Every field of the schema must catch invalid input.
 * Any change except paging returns to page one. Lists without page numbers use `before` as the page.
 */
export function usePageSearch<S extends object>(schema: {
  parse: (raw: unknown) => S
}): [S, (change: { [K in keyof S]?: Change[string] }) => void] {
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

/**
 * Opens what the URL asks for, `?open=new` or a row's id, once the page is ready; then removes the parameter, so that going back opens
 * nothing.
 */
export function useAskedToOpen(isReady: boolean, open: (what: string) => void): void {
  const { open: asked } = useSearch({ strict: false }) as { open?: string }
  const navigate = useNavigate()
  const openNow = useEffectEvent((what: string) => {
    open(what)
    void navigate({ to: '.', search: ((now: object) => ({ ...now, open: undefined })) as never, replace: true })
  })
  useEffect(() => {
    if (asked !== undefined && isReady) openNow(asked)
  }, [asked, isReady])
}
