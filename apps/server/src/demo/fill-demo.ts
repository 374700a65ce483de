import { checkLedger } from '../ledger/check-ledger.ts'
import { isNotNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { callerOf } from '../actor.ts'
import { plans } from '../plans/plans.table.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { fillArticles, fillReading } from './fill-articles.ts'
import { fillContent } from './fill-content.ts'
import { fillFetches, fillNetwork, fillOutages, fillUsage } from './fill-network.ts'
import { DEMO_PASSWORD, liveDays } from './fill-people.ts'
import { fillCards, fillOffers } from './fill-offers.ts'
import { fillReleases } from './fill-releases.ts'
import { fillShop } from './fill-shop.ts'
import { fillSolvedTickets } from './fill-solved-tickets.ts'
import { fillTickets } from './fill-tickets.ts'

const DAYS = 60
const FETCH_DAYS = 29

/**
 * Fills an empty database with two months of a realistic business. It calls the same verbs as people do, so the books balance.
 * Returns who can log in; null when there are plans already.
 */
export async function fillDemo(app: App): Promise<{ email: string; password: string } | null> {
  const { database, log } = app
  const [some] = await database.db.select({ id: plans.id }).from(plans).limit(1)
  if (some) {
    log.warn('the database is not empty: no demo data was added')
    return null
  }
  const [admin] = await database.db.select({ id: accounts.id }).from(accounts).where(isNotNull(accounts.roleId)).limit(1)
  const by = callerOf(admin?.id ?? 0, ['*'])
  const opened = new Date(app.now().getTime() - DAYS * 24 * 3600_000)
  const tiers = [
    { amount: 10_000, bonus: 500 },
    { amount: 30_000, bonus: 2000 },
  ]
  const shown = {
    'site.email': 'help@example.com',
    'footer.official_account': 'Portico Demo',
    'footer.official_account_zh': 'Portico 演示',
    'footer.articles_url': 'https://articles.example.com',
    'footer.directory_url': 'https://sites.example.com',
    'footer.filing': 'ICP 00000000',
    'footer.filing_zh': 'ICP 备 00000000 号',
    'footer.licence': 'B2-00000000',
  }
  await saveSettings(database, by, shown, opened)
  await saveSettings(database, by, { 'withdrawal.min': 5000, 'withdrawal.fee_percent': 2, 'topup.tiers': tiers }, opened)
  const seller = { 'invoice.seller_name': 'Portico Demo Ltd', 'invoice.seller_address': '1 Demo Street\nExampletown' }
  const tax = { 'invoice.seller_tax_number': 'EX123456789', 'invoice.tax_name': 'VAT', 'invoice.tax_rate': 600 }
  await saveSettings(database, by, { ...seller, ...tax }, opened)
  await app.reloadSettings()
  await fillArticles(app, by, opened)
  await fillContent(app, by, opened)
  const planIds = await fillShop(app, by, opened)
  await fillOffers(app, by, planIds)
  await fillReleases(app, by, opened)
  const nodeIds = await fillNetwork(app, by, opened)
  const members = await liveDays(app, by, { planIds, cards: await fillCards(app, by), days: DAYS })
  await fillReading(app, members)
  await fillOutages(app, by, nodeIds)
  await fillUsage(app, members, nodeIds, DAYS - 1)
  await fillSolvedTickets(app, by, members)
  await fillTickets(app, by, members)
  await checkLedger(database, by, app.now())
  const [first] = members
  if (first) await fillFetches(app, first, FETCH_DAYS)
  return { email: members[0]?.email ?? '', password: DEMO_PASSWORD }
}
