import { useEffect, useEffectEvent, useRef } from 'react'
import { language } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { type Answer, answerTo, ask, lack, nameOf } from './answers.ts'

// What public pages use of the library for queries, which they run without (`public-build.ts`).

interface Asked<T> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<T>
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number
  placeholderData?: unknown
}
interface Pages<T> {
  pages: T[]
  params: (string | null)[]
}
interface AskedPages<T> extends Asked<T> {
  initialPageParam: string | null
  getNextPageParam: (last: T) => string | null | undefined
}

export const queryOptions = <T>(options: Asked<T>): Asked<T> => options
export const infiniteQueryOptions = <T>(options: AskedPages<T>): AskedPages<T> => options
export const keepPreviousData = true

const STALE_MS = 5000
const isServer = typeof window === 'undefined'

export const run = <T>({ queryFn }: Asked<T>): Promise<T> => queryFn({ signal: new AbortController().signal, pageParam: null })

export const firstPage = async <T>(options: AskedPages<T>): Promise<Pages<T>> => ({ pages: [await run(options)], params: [null] })

export function useQuery<T>(options: Asked<T>) {
  return useAnswer(options, () => run(options))
}

export function useInfiniteQuery<T>(options: AskedPages<T>) {
  const { data, ...rest } = useAnswer<Pages<T>>(options, () => firstPage(options))
  const last = data?.pages.at(-1)
  const next = last === undefined ? null : (options.getNextPageParam(last) ?? null)
  const fetchNextPage = async (): Promise<void> => {
    if (!data || next === null) return
    const page = await options.queryFn({ signal: new AbortController().signal, pageParam: next })
    answerTo(options.queryKey).set((now) => ({ ...now, data: { pages: [...data.pages, page], params: [...data.params, next] } }))
  }
  return { ...rest, data, hasNextPage: next !== null, fetchNextPage, isFetchingNextPage: false }
}

function useAnswer<T>(
  options: Pick<Asked<T>, 'queryKey' | 'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData'>,
  call: () => Promise<T>,
) {
  const { queryKey: key, enabled = true, staleTime = STALE_MS, refetchInterval: every } = options
  const answer = useStore(answerTo(key))
  const before = useRef<Answer>(answer)
  const isBefore = answer.at === 0 && options.placeholderData !== undefined && before.current.at > 0
  const shown = isBefore ? before.current : answer
  const fetchNow = useEffectEvent(() => ask(key, call).catch(() => {}))
  if (isServer && enabled && answer.at === 0 && !answer.error) lack(key, call)
  useEffect(() => {
    if (answer.at > 0) before.current = answer
  }, [answer])
  const name = nameOf(key)
  // What operators write is in the reader's language.
  const lang = useStore(language)
  const known = useRef(lang)
  useEffect(() => {
    if (!enabled) return
    const { at, isKept } = answerTo(key).get()
    const isFresh = known.current === lang && !isKept && Date.now() - at < staleTime
    known.current = lang
    if (!isFresh) void fetchNow()
    if (every === undefined) return
    const timer = setInterval(() => document.hidden || void fetchNow(), every)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `name` is what `key` says
  }, [name, lang, enabled, staleTime, every])
  return {
    // Written by the same call.
    data: shown.data as T | undefined,
    error: answer.error,
    isError: answer.error !== null,
    isPending: shown.at === 0 && answer.error === null,
    isPlaceholderData: isBefore,
    dataUpdatedAt: shown.at,
    refetch: () => ask(key, call),
  }
}
