import { createHash } from 'node:crypto'

type Value = string | number | null
type Row = Record<string, Value>
export type Board = Record<string, Row[]>

const quoted = (value: Value): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`

/** As `mariadb-dump` writes it. A table without rows has the columns that are named in `empty`. */
export function dumpOf(board: Board, empty: Record<string, string[]> = {}): string {
  const tables = Object.entries({ ...Object.fromEntries(Object.keys(empty).map((name) => [name, [] as Row[]])), ...board }).map(
    ([name, rows]) => {
      const columns = Object.keys(rows[0] ?? Object.fromEntries((empty[name] ?? ['id']).map((column) => [column, 0])))
      const created = `CREATE TABLE \`${name}\` (\n${columns.map((column) => `  \`${column}\` text`).join(',\n')}\n) ENGINE=InnoDB;\n`
      if (rows.length === 0) return created
      const values = rows.map((row) => `(${columns.map((column) => quoted(row[column] ?? null)).join(',')})`).join(',\n')
      return `${created}LOCK TABLES \`${name}\` WRITE;\nINSERT INTO \`${name}\` VALUES\n${values};\nUNLOCK TABLES;\n`
    },
  )
  const head = '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB\n'
  return `${head}${tables.join('\n')}-- Dump completed on 2026-11-28 12:00:00\n`
}

export const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
const [day, gib] = [86_400, 1024 ** 3]

/** A member of V2board, and of Xboard, who has a running plan. */
export function boardMember(id: number, now: number, more: Row = {}): Row {
  return {
    id,
    invite_user_id: null,
    telegram_id: null,
    email: `old${id}@example.com`,
    password: hex('md5', `secret ${id}`),
    password_algo: 'md5',
    password_salt: null,
    balance: 0,
    discount: null,
    commission_type: 0,
    commission_rate: null,
    commission_balance: 0,
    t: 0,
    u: 1 * gib,
    d: 2 * gib,
    transfer_enable: 100 * gib,
    banned: 0,
    is_admin: 0,
    is_staff: 0,
    last_login_at: null,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    group_id: 1,
    plan_id: 1,
    speed_limit: null,
    token: hex('md5', `token ${id}`),
    expired_at: now + 20 * day,
    remarks: null,
    created_at: now - 100 * day,
    updated_at: now,
    ...more,
  }
}

/** A small V2board with a bit of everything. `now` in seconds. */
export function v2boardOf(now: number, members: Row[]): Board {
  const node = {
    group_id: '["1"]',
    parent_id: null,
    tags: '["fast"]',
    rate: '1.5',
    host: 'tokyo.example.com',
    show: 1,
    sort: 1,
    created_at: now - day,
  }
  return {
    v2_server_group: [{ id: 1, name: 'Basic', created_at: now, updated_at: now }],
    v2_plan: [
      {
        id: 1,
        group_id: 1,
        transfer_enable: 100,
        name: '月付 100G',
        speed_limit: 50,
        show: 1,
        sort: 1,
        renew: 1,
        content: '[{"feature":"All nodes","support":true}]',
        month_price: 1990,
        year_price: 19_900,
        reset_traffic_method: 1,
        capacity_limit: null,
        created_at: now,
        updated_at: now,
      },
    ],
    v2_server_vmess: [
      {
        id: 5,
        name: 'Tokyo VMess',
        ...node,
        port: '443',
        server_port: 443,
        tls: 1,
        network: 'ws',
        networkSettings: '{"path":"/live","headers":{"Host":"cdn.example.com"}}',
        tlsSettings: '{"serverName":"sni.example.com","allowInsecure":"0"}',
      },
      {
        id: 6,
        name: 'Tokyo KCP',
        ...node,
        port: '444',
        server_port: 444,
        tls: 0,
        network: 'kcp',
        networkSettings: null,
        tlsSettings: null,
      },
    ],
    v2_server_shadowsocks: [
      {
        id: 5,
        name: 'Osaka SS',
        ...node,
        port: '8388',
        server_port: 8388,
        cipher: '2022-blake3-aes-128-gcm',
        obfs: null,
        obfs_settings: null,
      },
    ],
    v2_payment: [
      {
        id: 3,
        uuid: 'a'.repeat(32),
        payment: 'EPay',
        name: 'Alipay',
        config: '{"url":"https://pay.example.com","pid":"1000","key":"k-1"}',
        handling_fee_fixed: null,
        handling_fee_percent: null,
        enable: 1,
        sort: 1,
      },
    ],
    v2_order: [
      {
        id: 1,
        user_id: members[0]?.['id'] ?? 1,
        invite_user_id: null,
        plan_id: 1,
        coupon_id: null,
        payment_id: 3,
        type: 1,
        period: 'month_price',
        trade_no: '2026112000000000000000001',
        callback_no: 'gate-1',
        total_amount: 1490,
        handling_amount: null,
        discount_amount: 500,
        surplus_amount: null,
        refund_amount: null,
        balance_amount: null,
        status: 3,
        commission_status: 0,
        commission_balance: 0,
        paid_at: now - 3 * day,
        created_at: now - 3 * day,
      },
      {
        id: 2,
        user_id: members[0]?.['id'] ?? 1,
        invite_user_id: null,
        plan_id: 1,
        coupon_id: null,
        payment_id: null,
        type: 2,
        period: 'month_price',
        trade_no: '2026112000000000000000002',
        callback_no: null,
        total_amount: 1990,
        handling_amount: null,
        discount_amount: null,
        surplus_amount: null,
        refund_amount: null,
        balance_amount: null,
        status: 0,
        commission_status: 0,
        commission_balance: 0,
        paid_at: null,
        created_at: now - 60,
      },
    ],
    v2_coupon: [
      {
        id: 1,
        code: 'Spring',
        name: 'Spring',
        type: 2,
        value: 20,
        limit_use: 5,
        limit_use_with_user: 1,
        limit_plan_ids: '["1"]',
        limit_period: '["month_price"]',
        started_at: now - day,
        ended_at: now + day,
      },
    ],
    v2_invite_code: [{ id: 1, user_id: members[0]?.['id'] ?? 1, code: 'AbCd1234', status: 0, pv: 7, created_at: now }],
    v2_ticket: [{ id: 1, user_id: members[0]?.['id'] ?? 1, subject: 'Slow', level: 1, status: 0, reply_status: 1, created_at: now - day }],
    v2_ticket_message: [
      { id: 1, user_id: members[0]?.['id'] ?? 1, ticket_id: 1, message: "It's slow\nat night", created_at: now - day },
      { id: 2, user_id: 999, ticket_id: 1, message: 'We look', created_at: now - day + 60 },
    ],
    v2_knowledge: [
      { id: 1, language: 'zh-CN', category: '教程', title: '安装', body: '# 安装\n下载应用。', sort: 1, show: 1, created_at: now },
    ],
    v2_notice: [{ id: 1, title: 'News', content: 'Hello', show: 1, created_at: now }],
    v2_stat_user: [
      { id: 1, user_id: members[0]?.['id'] ?? 1, server_rate: '1.50', u: 100, d: 200, record_type: 'd', record_at: now - day },
    ],
    v2_user: members,
  }
}
