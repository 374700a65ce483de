import { listPublicPlans, type Plan, soldPeriods } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { get, queryClient } from '../api/query.ts'

/** Plans that a visitor can buy, each for more than a reset. Undefined while they load, or if they cannot be loaded. */
export function usePlansOnSale(): Plan[] | undefined {
  const { data } = useQuery(get(listPublicPlans, {}, { background: true }), queryClient)
  return data?.items.filter((plan) => soldPeriods(plan).some((period) => period !== 'reset_price'))
}
