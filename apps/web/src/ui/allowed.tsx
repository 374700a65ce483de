import type { Permission } from '@portico/contract/permissions'
import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'

/** Shows its children only to staff who have this permission, or all of these. */
export function Allowed({ to, children }: { to: Permission | readonly Permission[]; children: ReactNode }) {
  return [to].flat().every(useMay()) && children
}
