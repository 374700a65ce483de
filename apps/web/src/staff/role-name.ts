import { t } from '../i18n.ts'

const ready = {
  owner: 'staff_role.owner',
  support: 'staff_role.support',
  finance: 'staff_role.finance',
  network: 'staff_role.network',
  content: 'staff_role.content',
} as const

/** A ready-made role has a name in each language, a role of the site's own the one it was given. */
export function roleName(key: string | null, name: string): string {
  return key !== null && Object.hasOwn(ready, key) ? t(ready[key as keyof typeof ready]) : name
}
