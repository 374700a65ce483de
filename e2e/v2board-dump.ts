import { createHash } from 'node:crypto'

type Row = Record<string, string | number | null>

const [DAY_S, GB] = [86_400, 2 ** 30]
const now = (): number => Math.floor(Date.now() / 1000)
const stamps = (): Row => ({ created_at: now() - 90 * DAY_S, updated_at: now() })

/** Members of the old site, by what is told of them. All have the same password. */
export const OLD_PASSWORD = 'the old password'
export const OLD_MEMBERS = ['walker@example.com', 'debtor@example.com', 'gone@example.com'] as const
export const oldToken = (email: string): string => createHash('md5').update(email).digest('hex')

/** A dump of a small v2board 1.7.4, as mysqldump writes it: three members, of whom one owes and one has expired. */
export function v2boardDump(): string {
  const group = [{ id: 1, name: 'Standard', ...stamps() }]
  const plan = [
    {
      ...{ id: 1, group_id: 1, transfer_enable: 100, name: '月付 100G', speed_limit: null, show: 1, sort: 1, renew: 1, content: null },
      ...{ month_price: 1990, quarter_price: null, half_year_price: null, year_price: null, two_year_price: null },
      ...{ three_year_price: null, onetime_price: null, reset_price: null, reset_traffic_method: null, capacity_limit: null },
      ...stamps(),
    },
  ]
  const users = OLD_MEMBERS.map((email, i) => ({
    ...{ id: i + 1, invite_user_id: null, telegram_id: null, email, password: createHash('md5').update(OLD_PASSWORD).digest('hex') },
    ...{ password_algo: 'md5', password_salt: null, balance: i === 1 ? -500 : 1234, discount: null, commission_type: 0 },
    ...{ commission_rate: null, commission_balance: 0, t: 0, u: GB, d: 9 * GB, transfer_enable: 100 * GB, banned: 0, is_admin: 0 },
    ...{ last_login_at: null, is_staff: 0, last_login_ip: null, uuid: `00000000-0000-4000-8000-00000000000${i}`, group_id: 1, plan_id: 1 },
    ...{ speed_limit: null, remind_expire: 1, remind_traffic: 1, token: oldToken(email) },
    ...{ expired_at: now() + (i === 2 ? -5 : 25) * DAY_S, remarks: null, ...stamps() },
  }))
  const orders = [
    {
      ...{ id: 1, invite_user_id: null, user_id: 1, plan_id: 1, coupon_id: null, payment_id: null, type: 1, period: 'month_price' },
      ...{ trade_no: '2026110100000000000001', callback_no: null, total_amount: 1990, handling_amount: null, discount_amount: null },
      ...{ surplus_amount: null, refund_amount: null, balance_amount: null, surplus_order_ids: null, status: 3, commission_status: 0 },
      ...{ commission_balance: 0, actual_commission_balance: null, paid_at: now() - 5 * DAY_S, ...stamps() },
    },
  ]
  const nodes = [
    {
      ...{ id: 1, group_id: '["1"]', route_id: null, name: 'Tokyo 01', parent_id: null, host: 'tokyo.example.com', port: '443' },
      ...{ server_port: 8443, tls: 1, tags: null, rate: '1', network: 'ws', rules: null, networkSettings: '{"path":"/ray"}' },
      ...{ tlsSettings: '{"serverName":"tokyo.example.com","allowInsecure":"0"}', ruleSettings: null, dnsSettings: null, show: 1, sort: 1 },
      ...stamps(),
    },
  ]
  const tables: Record<string, Row[]> = { v2_server_group: group, v2_plan: plan, v2_user: users, v2_order: orders, v2_server_vmess: nodes }
  const empty = {
    v2_payment: ['id', 'uuid', 'payment', 'name', 'icon', 'config', 'notify_domain', 'handling_fee_fixed', 'handling_fee_percent'],
    v2_coupon: ['id', 'code', 'name', 'type', 'value', 'show', 'limit_use', 'limit_use_with_user', 'limit_plan_ids', 'limit_period'],
    v2_invite_code: ['id', 'user_id', 'code', 'status', 'pv', 'created_at', 'updated_at'],
  }
  return [
    '/*M!999999\\- enable the sandbox mode */ ',
    '-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB',
    ...Object.entries(tables).map(([name, rows]) => tableText(name, Object.keys(rows[0] ?? {}), rows)),
    ...Object.entries(empty).map(([name, columns]) => tableText(name, columns, [])),
    '-- Dump completed on 2026-11-28 20:00:00\n',
  ].join('\n')
}

function tableText(name: string, columns: string[], rows: Row[]): string {
  const fields = columns.map((column) => `  \`${column}\` text DEFAULT NULL`).join(',\n')
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(',')})`).join(',\n')
  const insert = rows.length > 0 ? `LOCK TABLES \`${name}\` WRITE;\nINSERT INTO \`${name}\` VALUES\n${values};\nUNLOCK TABLES;\n` : ''
  return `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n${fields}\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n${insert}`
}

const literal = (value: string | number | null): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replace(/[\\']/g, '\\$&')}'`
