import { adminGetUser } from '@portico/contract/accounts-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'

/** The address of a member, as lists of members show it. Undefined: not known, or not for staff who may not read members. */
export function useMemberLabel(id: number | undefined): string | undefined {
  const mayRead = useMay()('members.read')
  const known = get(adminGetUser, { params: { id: id ?? 0 } }, { background: true })
  const { data } = useQuery({ ...known, enabled: mayRead && id !== undefined, staleTime: 60_000 })
  return data?.user.label
}
