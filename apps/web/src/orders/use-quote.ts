import { useDebouncedValue } from '@mantine/hooks'
import { type Quote, quoteOrder, type Wanted } from '@portico/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'

const SETTLE_MS = 200
/** Milliseconds; slightly less than a quote's lifetime. */
const RENEW_MS = 14 * 60_000

export interface LiveQuote {
  /** Last quote; stays while the next loads or fails. */
  quote: Quote | undefined
  /** Whether the quote is for exactly what is wanted now. */
  isCurrent: boolean
  error: ApiError | null
  renew: () => Promise<Quote | undefined>
}

/** The server's quote for a purchase, renewed after every change and before it lapses. null: nothing to quote yet. */
export function useQuote(wanted: Wanted | null): LiveQuote {
  const key = JSON.stringify(wanted)
  const [settled] = useDebouncedValue(key, SETTLE_MS)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [quoteOrder.path, settled],
    queryFn: ({ signal }): Promise<Quote> => call(quoteOrder, { body: JSON.parse(settled) as Wanted }, { background: true, signal }),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: true,
  })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const isCurrent = key === settled && data !== undefined && !isPlaceholderData
  return {
    quote: data ?? last,
    isCurrent,
    error: key === settled && error instanceof ApiError ? error : null,
    renew: async () => (await refetch()).data,
  }
}
