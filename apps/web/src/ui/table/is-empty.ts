import type { ListQuery } from './data-table.tsx'

/** Nothing is in a list that no filter narrows, so there is nothing to filter, export or arrange. */
export function isEmptyList<T>({ data, isPlaceholderData }: ListQuery<T>, filtered: boolean): boolean {
  return !filtered && !isPlaceholderData && data?.total === 0
}
