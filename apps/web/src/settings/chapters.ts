import { registry, type SettingKey, settingGroups, isSettingKey } from '@portico/contract/settings/registry'
import type { Text } from '@portico/contract/settings/define'

const topics = [
  { id: 'website', groups: ['site', 'brand', 'header', 'footer', 'search'], concerns: ['visitors', 'members'] },
  { id: 'selling', groups: ['orders', 'topup', 'invoices'], concerns: ['members'] },
  { id: 'referrals', groups: ['invites', 'commission', 'withdrawals'], concerns: ['members'] },
  { id: 'network', groups: ['subscriptions', 'rules', 'usage', 'nodes', 'oldPanel', 'compensation'], concerns: ['members', 'nodes'] },
  { id: 'support', groups: ['service', 'tickets', 'ticketMail'], concerns: ['members'] },
  { id: 'sign_in', groups: ['accounts', 'challenge', 'google', 'apple', 'github', 'telegram', 'oidc'], concerns: ['visitors', 'members'] },
  { id: 'messages', groups: ['mail', 'sms', 'bot'], concerns: ['members'] },
  { id: 'system', groups: ['security', 'files', 'backups', 'grammar', 'updates'], concerns: ['staff'] },
] as const satisfies readonly { id: string; groups: readonly string[]; concerns: readonly Concerned[] }[]

const CONCERNED = ['visitors', 'members', 'staff', 'nodes'] as const
type Concerned = (typeof CONCERNED)[number]

type Topic = (typeof topics)[number]
export type GroupId = Topic['groups'][number]
type Chapter = { id: Topic['id']; groups: GroupId[] }

/** The groups of settings by topic, in page order. Each group is in one chapter; one that no noun declares is left out. */
export const chapters: Chapter[] = topics.map(({ id, groups }) => ({ id, groups: [...groups].filter((group) => group in settingGroups) }))
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

/** Whom the settings of these groups concern. */
export function concernedBy(groups: readonly GroupId[]): Concerned[] {
  const all = groups.flatMap((group) =>
    group === 'security' ? CONCERNED : (topics.find((topic) => [...topic.groups].some((one) => one === group))?.concerns ?? []),
  )
  return CONCERNED.filter((one) => all.includes(one))
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
