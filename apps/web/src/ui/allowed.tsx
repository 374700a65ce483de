import type { Permission } from '@portico/contract/permissions'
import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'

/** Shows what it holds to staff who may do this; to others nothing. */
export function Allowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay()(to) && children
}
