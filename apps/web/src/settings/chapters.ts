import { registry, type SettingKey, settingGroups, isSettingKey } from '@portico/contract/settings/registry'
import type { Text } from '@portico/contract/settings/define'

/** The groups of settings by topic, in page order. Each group is in one chapter. */
export const chapters = [
  { id: 'website', groups: ['site', 'header', 'footer'] },
  { id: 'selling', groups: ['orders', 'topup', 'invoices'] },
  { id: 'referrals', groups: ['invites', 'commission', 'withdrawals'] },
  { id: 'network', groups: ['subscriptions', 'rules', 'usage', 'nodes', 'compensation'] },
  { id: 'support', groups: ['service', 'tickets', 'ticketMail'] },
  { id: 'sign_in', groups: ['accounts', 'challenge', 'google', 'apple', 'github', 'telegram', 'oidc'] },
  { id: 'messages', groups: ['mail', 'sms', 'bot'] },
  { id: 'system', groups: ['security', 'files', 'grammar'] },
] as const

export type Chapter = (typeof chapters)[number]
export type GroupId = Chapter['groups'][number]
export const groupIds: readonly GroupId[] = chapters.flatMap(({ groups }) => groups)

export function groupTitle(group: GroupId): Text {
  return settingGroups[group]?.title ?? { en: group, 'zh-CN': group }
}

/** Settings of a group, without translations, which belong to their setting's field. */
export function keysOf(group: GroupId): SettingKey[] {
  return Object.keys(settingGroups[group]?.settings ?? {})
    .filter(isSettingKey)
    .filter((key) => !registry[key].translates)
}

/** Group with a field. The path may go on, as in `topup.tiers.0.amount`. */
export function groupOf(path: string): GroupId | undefined {
  const key = fieldKey(path)
  return groupIds.find((group) => keysOf(group).some((each) => each === key))
}

/** Setting whose field shows an error at a path. */
export function fieldKey(path: string): SettingKey | undefined {
  const key = path.split('.').slice(0, 2).join('.')
  if (!isSettingKey(key)) return undefined
  const owner = registry[key].translates?.key ?? key
  return isSettingKey(owner) ? owner : undefined
}

/** Settings that match: by label, then help, key or group; else in page order. */
export function findSettings(search: string): { group: GroupId; key: SettingKey }[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return []
  const has = (texts: (string | undefined)[]): boolean => texts.some((text) => text?.toLowerCase().includes(wanted))
  const ranked = groupIds.flatMap((group) =>
    keysOf(group).map((key) => {
      const { label, help } = registry[key]
      const rank = has(Object.values(label)) ? 0 : has([key, help?.en, help?.['zh-CN'], ...Object.values(groupTitle(group))]) ? 1 : 2
      return { group, key, rank }
    }),
  )
  return ranked.filter(({ rank }) => rank < 2).toSorted((a, b) => a.rank - b.rank)
}
