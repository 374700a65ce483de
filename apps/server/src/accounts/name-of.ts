import type { AccountRow } from './accounts.table.ts'

/** What the site calls a member: the name they chose, else the start of their address. */
export function nameOf({ name, email, label }: Pick<AccountRow, 'name' | 'email' | 'label'>): string {
  return name ?? email?.split('@')[0] ?? label
}
