import type { Given, Source } from '../../source.ts'
import type { OldRecord } from '../../records.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import { boardStatements } from './back.ts'
import { linkPaths } from '../link-paths.ts'
import { leftTables } from '../left-tables.ts'
import type { Cells } from '../row.ts'
import { readPhpConfig } from './config-file.ts'
import { LINKS, readMembers } from './members.ts'
import { readNodes } from './nodes.ts'
import { plainPlan, readGroups, readPlans, resetModeOf } from './plans.ts'
import { readInvites, readTexts, readTickets, readTraffic } from './rest.ts'
import { readCoupons, readGiftCards, readOrders, readPayments } from './shop.ts'

const DEFAULT_PATH = '/api/v1/client/subscribe'
const NEEDED = ['v2_user', 'v2_plan', 'v2_order', 'v2_server_group', 'v2_payment', 'v2_coupon', 'v2_invite_code']
/** What only counts, logs or waits. */
const WITHOUT_PLACE = ['failed_jobs', 'v2_commission_log', 'v2_log', 'v2_mail_log', 'v2_stat', 'v2_stat_server']

/** V2board 1.7.4, and wyx2685's, which goes on from it. Both keep their settings in a file. */
export const v2board: Source = {
  name: 'v2board',
  title: 'V2board 1.7.4, wyx2685’s',
  reads: ['dump', 'mysql'],
  options: ['config', 'link_paths'],
  async recognise({ tables }) {
    const user = tables.get('v2_user')
    // Xboard has one table for all nodes, and its settings in another.
    if (!user || !NEEDED.every((table) => tables.has(table)) || tables.has('v2_settings') || tables.has('v2_server')) return null
    if (!user.includes('token') || !user.includes('commission_type')) return null
    return tables.has('v2_server_v2node') || user.includes('device_limit') ? 'wyx2685' : '1.7.4'
  },
  read,
  backStatements: boardStatements,
}

const unix = (cells: Cells, column: string): Date | null => cells.unix(column)

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const config = await given.readConfig()
  if (config === null) yield { kind: 'finding', code: 'config_missing', at: 'config/v2board.php', what: '' }
  const settings = readPhpConfig(config ?? '')
  const path = `${settings.get('subscribe_path') || DEFAULT_PATH}?token={token}`
  yield {
    kind: 'link_source',
    at: 'subscribe_path',
    key: LINKS,
    name: 'V2board',
    linkKind: 'token',
    paths: linkPaths(given, [{ path, format: null }]),
    secret: null,
  }
  const token = settings.get('server_token')
  if (token) {
    yield { kind: 'setting', key: 'node.old_token', value: token }
    yield { kind: 'setting', key: 'node.old_programs', value: true }
  }
  yield* readGroups(old)
  yield* readPlans(old, resetModeOf(Number(settings.get('reset_traffic_method') ?? 0)) ?? 'first_of_month', plainPlan)
  yield* readNodes(old)
  yield* readPayments(old)
  yield* readCoupons(old)
  yield* readMembers(old)
  yield* readOrders(old)
  yield* readGiftCards(old)
  yield* readInvites(old, unix)
  yield* readTickets(old, unix)
  yield* readTexts(old, unix)
  yield* readTraffic(old, 'raw')
  yield* leftTables(old, WITHOUT_PLACE)
}
