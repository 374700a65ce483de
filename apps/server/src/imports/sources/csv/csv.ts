import { fromDecimal } from '@portico/contract/money'
import { OWN_SECRETS } from '@portico/contract/own-secret'
import type { OldPassword } from '../../../accounts/imported-password.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldMember, OldRecord } from '../../records.ts'
import type { Given, Source } from '../../source.ts'
import { linkPaths } from '../link-paths.ts'
import { Cells } from '../row.ts'
import { timesIn } from '../zone-time.ts'

const LINKS = 'links'
const USUAL_PATH = '/sub/{token}'

/** A list of members for every other panel: docs/operate/moving-csv.md has its columns. */
export const csv: Source = {
  name: 'csv',
  title: 'CSV',
  reads: ['csv'],
  options: ['link_paths', 'time_zone', 'site_salt'],
  async recognise({ tables }) {
    const [columns] = tables.values()
    return columns?.includes('email') || columns?.includes('name') ? '1' : null
  },
  read,
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const [table = ''] = old.tables.keys()
  const columns = old.tables.get(table) ?? []
  yield {
    kind: 'link_source',
    at: table,
    key: LINKS,
    name: 'CSV',
    linkKind: 'token',
    paths: linkPaths(given, [{ path: USUAL_PATH, format: null }]),
    secret: null,
  }
  const groups = new Set<string>()
  if (columns.includes('group')) for await (const row of old.rows(table)) if (row['group']) groups.add(row['group'])
  for (const name of groups) yield { kind: 'group', at: table, key: name, name, createdAt: null }
  const time = timesIn(given.options.time_zone || 'UTC')
  for await (const row of old.rows(table)) {
    const cells = new Cells(table, row, 'line')
    const member = memberOf(cells, given, time)
    yield* cells.found()
    yield member
  }
}

function memberOf(cells: Cells, given: Given, time: ReturnType<typeof timesIn>): OldMember {
  const id = cells.intOrNull('id')
  const [token, group] = [cells.text('token').trim(), cells.textOrNull('group')]
  const quota = cells.text('quota_bytes').trim()
  const hasPlan = group !== null || quota !== '' || cells.text('expires_at').trim() !== ''
  return {
    kind: 'member',
    at: cells.at,
    key: id === null ? cells.text('line') : String(id),
    keptId: id,
    email: cells.textOrNull('email'),
    name: cells.textOrNull('name'),
    person: null,
    password: passwordOf(cells, given),
    banned: /^(?:1|yes|true)$/i.test(cells.text('suspended').trim()),
    wasStaff: false,
    createdAt: time(cells, 'created_at'),
    lastLoginAt: null,
    remarks: cells.text('remarks'),
    language: null,
    inviter: cells.textOrNull('inviter_id'),
    discountPercent: null,
    commissionRate: null,
    commissionMode: null,
    balance: moneyOf(cells, 'balance', given.currency),
    commission: moneyOf(cells, 'commission', given.currency),
    telegramId: cells.textOrNull('telegram_id'),
    totp: cells.textOrNull('totp_secret'),
    uuid: cells.textOrNull('uuid'),
    secrets: OWN_SECRETS.flatMap((kind) => {
      const secret = cells.text(`secret_${kind.replaceAll('-', '_')}`)
      return secret === '' ? [] : [{ kind, secret, cipher: null }]
    }),
    links: token === '' ? [] : [{ source: LINKS, token, validFrom: null }],
    autoRenew: false,
    term: hasPlan
      ? {
          plan: null,
          groups: group === null ? [] : [group],
          quota: quota === '' ? null : cells.big('quota_bytes'),
          up: cells.big('up_bytes'),
          down: cells.big('down_bytes'),
          endsAt: time(cells, 'expires_at'),
          held: null,
          resetMode: null,
          resetsAt: null,
          anchorDay: null,
          speedLimit: cells.intOrNull('speed_mbps'),
          deviceLimit: cells.intOrNull('devices'),
        }
      : null,
  }
}

/** `password_scheme` names how `password` was made; without it, the form of the hash does. */
function passwordOf(cells: Cells, { options }: Given): OldPassword | null {
  const hash = cells.text('password').trim()
  if (hash === '') return null
  const salt = cells.text('password_salt') || options.site_salt || ''
  switch (cells.text('password_scheme').trim().toLowerCase()) {
    case 'md5':
    case 'sha256':
    case 'sha3-256':
      return { scheme: cells.text('password_scheme').trim().toLowerCase() as 'md5' | 'sha256' | 'sha3-256', hex: hash, salt } // as the cases say
    case 'pbkdf2-sha512':
      return { scheme: 'pbkdf2-sha512', hex: hash, salt, iterations: cells.intOrNull('password_iterations') ?? 1 }
    default:
      return { scheme: hash.startsWith('$argon2') ? 'argon2' : 'bcrypt', hash }
  }
}

/** '12.5' in cents; a minus sign stays. */
function moneyOf(cells: Cells, column: string, currency: string): bigint {
  const text = cells.text(column).trim()
  if (text === '') return 0n
  const amount = fromDecimal(text.replace(/^-/, ''), currency)
  if (amount === null) cells.note('broken_number', `${column} = ${text}`)
  return BigInt(amount ?? 0) * (text.startsWith('-') ? -1n : 1n)
}
