import type { AccountRow } from './accounts.table.ts'

/** A member's name on the site: the chosen one, else the start of their address. */
export function nameOf({ name, email, label }: Pick<AccountRow, 'name' | 'email' | 'label'>): string {
  return name ?? email?.split('@')[0] ?? label
}
