import { useDebouncedValue } from '@mantine/hooks'
import { type Quote, quoteOrder, type Wanted } from '@portico/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'

const SETTLE_MS = 200
/** A little less than a quote is good for. */
const RENEW_MS = 14 * 60_000

export interface LiveQuote {
  /** The last one there was, also while another is on its way, or could not be had. */
  quote: Quote | undefined
  /** The quote is for exactly what is wanted now. */
  isCurrent: boolean
  error: ApiError | null
  renew: () => Promise<unknown>
}

/** What would be ordered, reckoned by the server whenever it changes, and again before the quote lapses. null: nothing yet. */
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
  return { quote: data ?? last, isCurrent, error: key === settled && error instanceof ApiError ? error : null, renew: refetch }
}
