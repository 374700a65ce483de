import { fromDecimal } from '@portico/contract/money'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldPlan, OldRecord } from '../../records.ts'
import type { Given, Source } from '../../source.ts'
import { leftTables } from '../left-tables.ts'
import { linkPaths } from '../link-paths.ts'
import { asText, type Cells } from '../row.ts'
import { boardStatements } from '../v2board/back.ts'
import { LINKS, readMembers } from '../v2board/members.ts'
import { periodOf, readGroups, readPlans, resetModeOf } from '../v2board/plans.ts'
import { readInvites, readTexts, readTickets, readTraffic } from '../v2board/rest.ts'
import { readCoupons, readOrders, readPayments } from '../v2board/shop.ts'
import { timesIn } from '../zone-time.ts'
import { readGiftCards } from './gift-cards.ts'
import { readNodes } from './nodes.ts'
import { zoneOf } from './zone-of.ts'

/** The zone of a new Xboard, unless `APP_TIMEZONE` says otherwise. */
const USUAL_ZONE = 'Asia/Shanghai'
const WITHOUT_PLACE = ['failed_jobs', 'v2_commission_log', 'v2_log', 'v2_mail_log', 'v2_stat', 'v2_stat_server', 'v2_server_machine']

/** Xboard, which goes on from V2board's tables, with all nodes and settings in tables of their own. */
export const xboard: Source = {
  name: 'xboard',
  title: 'Xboard',
  reads: ['dump', 'mysql', 'postgres', 'sqlite'],
  options: ['time_zone', 'link_paths'],
  async recognise({ tables }) {
    const needed = ['v2_user', 'v2_plan', 'v2_order', 'v2_server_group', 'v2_payment', 'v2_coupon', 'v2_server', 'v2_settings']
    if (!needed.every((table) => tables.has(table)) || !tables.get('v2_plan')?.includes('prices')) return null
    return tables.has('v2_gift_card_template') ? '2025' : 'earlier'
  },
  read,
  backStatements: boardStatements,
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const settings = new Map<string, string>()
  for await (const { name, value } of old.rows('v2_settings')) if (name) settings.set(name, value ?? '')
  const { zone, found } = await zoneOf(old, given.options.time_zone || USUAL_ZONE)
  yield* found
  const time = timesIn(zone)
  const path = settings.get('subscribe_path') || 's'
  const paths = [`/${path.replace(/^\/+|\/+$/g, '')}/{token}`, '/api/v1/client/subscribe?token={token}']
  yield {
    kind: 'link_source',
    at: 'v2_settings subscribe_path',
    key: LINKS,
    name: 'Xboard',
    linkKind: 'token',
    paths: linkPaths(
      given,
      paths.map((one) => ({ path: one, format: null })),
    ),
    secret: null,
  }
  const token = settings.get('server_token')
  if (token) {
    yield { kind: 'setting', key: 'node.old_token', value: token }
    yield { kind: 'setting', key: 'node.old_programs', value: true }
  }
  yield* readGroups(old)
  yield* readPlans(old, resetModeOf(Number(settings.get('reset_traffic_method') || 0)) ?? 'first_of_month', (cells) =>
    pricesOf(cells, given, time),
  )
  yield* readNodes(old, time)
  yield* readPayments(old)
  yield* readCoupons(old)
  yield* readMembers(old, (cells) => ({ resetsAt: time(cells, 'next_reset_at') }))
  yield* readOrders(old)
  yield* readGiftCards(old, time)
  yield* readInvites(old, time)
  yield* readTickets(old, time)
  yield* readTexts(old, time)
  yield* readTraffic(old, 'billed')
  yield* leftTables(old, WITHOUT_PLACE)
}

/** Prices are decimals in JSON: read as their text, never multiplied. */
function pricesOf(
  cells: Cells,
  { currency }: Given,
  time: (cells: Cells, column: string) => Date | null,
): Pick<OldPlan, 'prices' | 'tags' | 'sold' | 'capacity' | 'createdAt'> {
  const prices: OldPlan['prices'] = {}
  for (const [name, price] of Object.entries(cells.object('prices'))) {
    const period = periodOf(name)
    if (period === null || price === null || price === '') continue
    const amount = fromDecimal(asText(price), currency)
    if (amount === null) cells.note('broken_number', `prices.${name} = ${asText(price)}`)
    else prices[period] = BigInt(amount)
  }
  const capacity = cells.intOrNull('capacity_limit')
  // Nobody can buy a plan with a capacity of 0 there.
  return {
    prices,
    tags: cells.list('tags'),
    sold: cells.flag('sell') && capacity !== 0,
    capacity: capacity === 0 ? null : capacity,
    createdAt: time(cells, 'created_at'),
  }
}
