import { zonedIn } from '../columns.ts'
import { BadSource, type OldDatabase } from '../../old/old-database.ts'
import { leftTables } from '../left-tables.ts'
import { panelLinks } from '../panel-links.ts'
import type { OldRecord } from '../../records.ts'
import type { Given, Source } from '../../source.ts'
import { groupsOf, readAccess } from './access.ts'
import { readPhpConfig } from './php-config.ts'
import { type Common, passwordOf, readMembers } from './read-members.ts'
import { keyKinds, readNodes } from './read-nodes.ts'
import { readOrders } from './read-orders.ts'
import { readArticles, readInvites, readNotices, readTickets } from './read-texts.ts'
import { readCoupons, readGiftCards, readPlans } from './shop.ts'

/** Tables whose rows have no place here. */
const LEFT = ['user_money_log', 'hourly_usage', 'detect_list', 'subscribe_log', 'login_ip']

/** SSPanel-UIM: its MariaDB and `config/.config.php`, which has the salt of all passwords and the time zone of all dates. */
export const sspanel: Source = {
  name: 'sspanel',
  title: 'SSPanel-UIM 2023 – 25.1',
  reads: ['dump', 'mysql'],
  options: ['config', 'site_salt', 'time_zone', 'currency', 'link_paths'],
  recognise: async (old) => {
    const { tables } = old
    if (!tables.get('user')?.includes('node_group') || !tables.has('user_coupon') || !tables.has('link')) return null
    for await (const { item, value } of old.rows('config')) if (item === 'db_version') return value ?? ''
    return ''
  },
  read,
  backStatements: {
    traffic: ({ key, up, down }) => `UPDATE user SET u = ${up}, d = ${down} WHERE id = ${Number(key)};`,
    password: ({ key, hash }, quote) => `UPDATE user SET pass = ${quote(hash)} WHERE id = ${Number(key)};`,
  },
}

/** What the panel has by itself. */
const DEFAULTS = { timeZone: 'Asia/Shanghai', pwdMethod: 'bcrypt' }

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const text = await given.readConfig()
  const config = text === null ? new Map<string, string>() : readPhpConfig(text)
  if (text === null) yield { kind: 'finding', code: 'config_missing', at: '.config.php', what: '.config.php' }
  const currency = given.options.currency ?? given.currency
  const zone = given.options.time_zone ?? config.get('timeZone') ?? DEFAULTS.timeZone
  const dateIn = (date: string | null | undefined) => zonedIn(date, zone)
  const salt = given.options.site_salt ?? config.get('salt')
  if (salt === undefined) await requireOwnHashes(old)
  yield* panelLinks({ panel: 'SSPanel-UIM', secret: null, named: given.options.link_paths, at: 'link' })
  const access = await readAccess(old)
  yield* groupsOf(access)
  yield* readPlans(old, currency)
  yield* readNodes(old, access)
  const method = config.get('pwdMethod') ?? DEFAULTS.pwdMethod
  const common: Common = { method, salt: salt ?? '', currency, dateIn, kinds: await keyKinds(old) }
  yield* readMembers(old, common)
  yield* readOrders(old, currency)
  yield* readCoupons(old, currency)
  yield* readGiftCards(old, currency)
  yield* readInvites(old)
  yield* readTickets(old)
  yield* readArticles(old, dateIn, config.get('locale')?.startsWith('zh') === false ? 'en' : 'zh-CN')
  yield* readNotices(old, dateIn)
  yield* leftTables(old, LEFT)
}

/** Without the salt of the site, nobody whose password is a plain hash could sign in again. */
async function requireOwnHashes(old: OldDatabase): Promise<void> {
  for await (const { pass } of old.rows('user')) {
    const scheme = passwordOf(pass ?? '', { method: 'sha256', salt: '' })?.scheme
    if (scheme === 'sha256') throw new BadSource('no_config', '.config.php')
  }
}
