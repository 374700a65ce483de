import { eq } from 'drizzle-orm'
import type { Language } from '@portico/contract/translations'
import type { Settings } from '@portico/contract/settings-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { settingIn } from '../in-language.ts'
import { linkOrigin, siteOrigin } from '../settings/settings.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { isActive } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type Reader, visitor } from './audience.ts'
import type { Fills } from './body/render-body.ts'

type Site = { settings: () => Settings; config: Config }
export type ReaderWithFills = { reader: Reader; fills: (language: Language) => Fills }

/** The words that stand for what a reader does not have. */
const missing: Record<Language, { email: string; link: string }> = {
  en: { email: 'your e-mail address', link: 'your subscription link' },
  'zh-CN': { email: '您的邮箱', link: '您的订阅链接' },
}

/** The reader for an account, with the values of placeholders; `accountId` null: a visitor. */
export async function readerOf(db: Db, accountId: number | null, site: Site, now: Date): Promise<ReaderWithFills> {
  if (accountId === null) return { reader: visitor, fills: (language) => fillsOf(site, language) }
  const [row] = await db
    .select({ email: accounts.email, subscription: subscriptions })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(eq(accounts.id, accountId))
  const held = row && isActive(row.subscription, now) ? row.subscription : null
  const reader = { accountId, groupId: held?.groupId ?? null, planId: held?.planId ?? null }
  const link = held && subscribeUrl(held.token, site.settings(), site.config)
  return { reader, fills: (language) => fillsOf(site, language, { email: row?.email ?? null, link }) }
}

/** Placeholder values for previews, with an invented subscription link. */
export function exampleFills(site: Site, language: Language, reader: Reader): Fills {
  const link = reader.groupId === null ? null : `${linkOrigin(site.settings(), site.config)}/s/example`
  return fillsOf(site, language, { email: reader.accountId === null ? null : 'member@example.com', link })
}

function fillsOf(site: Site, language: Language, own: { email: string | null; link: string | null } = { email: null, link: null }): Fills {
  return {
    site_name: settingIn(site.settings(), 'site.title', language),
    site_url: siteOrigin(site.settings(), site.config),
    email: own.email ?? missing[language].email,
    subscription_link: own.link ?? missing[language].link,
    subscription_qr: own.link,
  }
}
