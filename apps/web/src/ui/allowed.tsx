import type { Permission } from '@portico/contract/permissions'
import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'

/** Shows its children only to staff who have this permission. */
export function Allowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay()(to) && children
}
