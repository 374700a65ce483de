import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/**
 * Writes a V2board dump of so many members, as mariadb-dump does: `node bench/old-board.ts 50000 /tmp/board.sql`. Each has one paid order
 * in two, a ticket in twenty and ten days of traffic.
 */
const [count = 50_000, path = '/tmp/old-board.sql'] = [Number(process.argv[2] ?? 50_000), process.argv[3]]
const out = createWriteStream(path)
const now = 1_795_737_600
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const tables: Record<string, { columns: string; rows: (i: number) => string[]; to: number }> = {
  v2_server_group: { columns: 'id name created_at updated_at', to: 5, rows: (i) => [`(${i},'Group ${i}',${now},${now})`] },
  v2_plan: {
    columns: 'id group_id transfer_enable name speed_limit show sort renew content month_price year_price reset_traffic_method capacity_limit created_at updated_at',
    to: 5,
    rows: (i) => [`(${i},${i},${i * 100},'Plan ${i}',NULL,1,${i},1,NULL,1990,19900,1,NULL,${now},${now})`],
  },
  v2_server_vmess: {
    columns: 'id group_id parent_id name host port server_port tls tags rate network networkSettings tlsSettings show sort created_at updated_at',
    to: 40,
    rows: (i) => [
      `(${i},'["1","2","3","4","5"]',NULL,'Node ${i}','n${i}.example.com','443',443,1,'[]','1','ws','{\\"path\\":\\"/ws\\"}','{\\"serverName\\":\\"n${i}.example.com\\"}',1,${i},${now},${now})`,
    ],
  },
  v2_payment: {
    columns: 'id uuid payment name config handling_fee_fixed handling_fee_percent enable sort created_at updated_at',
    to: 1,
    rows: () => [`(1,'${md5('pay')}','EPay','Alipay','{\\"url\\":\\"https://pay.example.com\\",\\"pid\\":\\"1\\",\\"key\\":\\"k\\"}',NULL,NULL,1,1,${now},${now})`],
  },
  v2_user: {
    columns:
      'id invite_user_id telegram_id email password password_algo password_salt balance discount commission_type commission_rate commission_balance t u d transfer_enable banned is_admin is_staff last_login_at uuid group_id plan_id speed_limit token expired_at remarks created_at updated_at',
    to: count,
    rows: (i) => [
      `(${i},${i > 10 && i % 3 === 0 ? i - 7 : 'NULL'},NULL,'member${i}@example.com','${md5(`p${i}`)}','md5',NULL,${i % 4 === 0 ? i % 9000 : 0},NULL,0,NULL,${i % 10 === 0 ? 150 : 0},0,${i * 1000},${i * 90_000},107374182400,${i % 200 === 0 ? 1 : 0},0,0,${now - i},'${md5(`u${i}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}',${(i % 5) + 1},${(i % 5) + 1},NULL,'${md5(`t${i}`)}',${now + ((i % 60) - 10) * 86_400},NULL,${now - 90 * 86_400 - i},${now})`,
    ],
  },
  v2_order: {
    columns:
      'id invite_user_id user_id plan_id coupon_id payment_id type period trade_no callback_no total_amount handling_amount discount_amount surplus_amount refund_amount balance_amount surplus_order_ids status commission_status commission_balance actual_commission_balance paid_at created_at updated_at',
    to: count,
    rows: (i) => [
      `(${i},NULL,${i},${(i % 5) + 1},NULL,1,1,'month_price','${String(2026e20 + i).replace(/\D/g, '')}${String(i).padStart(8, '0')}','c${i}',1990,NULL,NULL,NULL,NULL,NULL,NULL,${i % 2 === 0 ? 3 : 2},2,0,NULL,${i % 2 === 0 ? now - (i % 90) * 86_400 : 'NULL'},${now - (i % 90) * 86_400},${now})`,
    ],
  },
  v2_coupon: { columns: 'id code name type value show limit_use limit_use_with_user limit_plan_ids limit_period started_at ended_at', to: 0, rows: () => [] },
  v2_invite_code: { columns: 'id user_id code status pv created_at updated_at', to: Math.floor(count / 10), rows: (i) => [`(${i},${i},'${md5(`c${i}`).slice(0, 8)}',0,0,${now},${now})`] },
  v2_ticket: { columns: 'id user_id subject level status reply_status created_at updated_at', to: Math.floor(count / 20), rows: (i) => [`(${i},${i},'It is slow',0,1,0,${now - 9000},${now})`] },
  v2_ticket_message: {
    columns: 'id user_id ticket_id message created_at updated_at',
    to: Math.floor(count / 20),
    rows: (i) => [`(${i},${i},${i},'It\\'s slow in the evening',${now - 9000},${now})`],
  },
  v2_knowledge: { columns: 'id language category title body sort show created_at updated_at', to: 3, rows: (i) => [`(${i},'zh-CN','Use','Title ${i}','Text',${i},1,${now},${now})`] },
  v2_notice: { columns: 'id title content show img_url tags created_at updated_at', to: 1, rows: (i) => [`(${i},'Title','Text',1,NULL,NULL,${now},${now})`] },
  v2_stat_user: {
    columns: 'id user_id server_rate u d record_type record_at created_at updated_at',
    to: count,
    rows: (i) => Array.from({ length: 10 }, (_, day) => `(${i * 10 + day},${i},1.00,${i},${i * 20},'d',${now - (day + 1) * 86_400},${now},${now})`),
  },
}

const write = async (text: string): Promise<void> => {
  if (!out.write(text)) await once(out, 'drain')
}
await write('-- MySQL dump 10.13  Distrib 8.0.45\n')
for (const [name, { columns, rows, to }] of Object.entries(tables)) {
  await write(`CREATE TABLE \`${name}\` (\n${columns.split(' ').map((column) => `  \`${column}\` text`).join(',\n')}\n);\n`)
  for (let from = 1; from <= to; from += 500) {
    const lines = Array.from({ length: Math.min(500, to - from + 1) }, (_, k) => rows(from + k)).flat()
    await write(`INSERT INTO \`${name}\` VALUES ${lines.join(',')};\n`)
  }
}
out.end('-- Dump completed on 2026-11-28 12:00:00\n')
await once(out, 'finish')
