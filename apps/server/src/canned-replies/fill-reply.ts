import { may } from '@portico/contract/access'
import type { CannedPlaceholder } from '@portico/contract/canned-replies-admin'
import { formatBytes } from '@portico/contract/format-bytes'
import { formatDateTime } from '@portico/contract/format-time'
import type { Language } from '@portico/contract/translations'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { nameOf } from '../accounts/name-of.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { orNotFound } from '../errors.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { siteOrigin } from '../settings/settings.ts'
import { readSubscription, type SubscriptionWithPlan } from '../subscriptions/read-subscription.ts'

export type Values = Record<CannedPlaceholder, string>

const LONGEST_VALUE = 200
/** Line breaks, control characters, and marks that change text direction. */
const UNWANTED = /[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Fills each placeholder once: a value that looks like one stays as it is. Values cannot add lines. The result is plain text. */
export function fillReply(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    return values[name as CannedPlaceholder].replace(UNWANTED, ' ').trim().slice(0, LONGEST_VALUE)
  })
}

/** Values of the placeholders for a ticket's member in a language. No secrets: `link` is the page that shows the link. */
export async function valuesOf(
  app: Pick<App, 'database' | 'settings' | 'config'>,
  { accountId, ticketId, by }: { accountId: number; ticketId: number; by: Actor },
  language: Language,
): Promise<Values> {
  const { db } = app.database
  const [[found], { subscription, plan }] = await Promise.all([
    db.select().from(accounts).where(eq(accounts.id, accountId)),
    readSubscription(db, accountId),
  ])
  const account = orNotFound(found)
  const settings = app.settings()
  const site = siteOrigin(settings, app.config)
  return {
    name: may(by.permissions, 'members.read') ? nameOf(account) : (account.name ?? `#${accountId}`),
    plan: plan === null ? WORDS[language].noPlan : inLanguage(plan, language).name,
    expires: expiryOf(subscription, settings['site.timezone'], language),
    used: formatBytes(subscription.up + subscription.down),
    left: formatBytes(Math.max(0, subscription.transferEnable - subscription.up - subscription.down)),
    link: `${site}/user/subscribe/index`,
    plans: `${site}/user/plans`,
    ticket: `#${ticketId}`,
    site: settingIn(settings, 'site.title', language),
  }
}

function expiryOf({ groupId, expiresAt }: SubscriptionWithPlan['subscription'], zone: string, language: Language): string {
  if (expiresAt !== null) return formatDateTime(expiresAt, zone)
  return groupId === null ? WORDS[language].noPlan : WORDS[language].permanent
}

const WORDS: Record<Language, { noPlan: string; permanent: string }> = {
  en: { noPlan: 'no plan', permanent: 'never' },
  'zh-CN': { noPlan: '无套餐', permanent: '永不过期' },
}
