import { Settings } from '@portico/contract/settings-admin'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/client.ts'
import { settings } from './settings.table.ts'

export const defaultSettings: Settings = {
  'site.title': 'Portico',
  'site.url': '',
  'site.email': '',
  'site.index_notice': '',
  'site.closed': false,
  'site.currency': 'CNY',
  'site.timezone': 'Asia/Shanghai',
  'site.registration_open': true,
  'order.timeout_minutes': 30,
  'change.enabled': true,
  'change.surplus': true,
  'topup.enabled': true,
  'topup.min': 100,
  'topup.max': 100_000_00,
  'topup.tiers': [],
  'renewal.enabled': true,
  'renewal.hours_before': 24,
  'invite.forced': false,
  'invite.limit': 5,
  'invite.single_use': false,
  'commission.rate': 10,
  'commission.mode': 'first',
  'commission.shares': [100, 0, 0],
  'commission.freeze_days': 3,
  'withdrawal.enabled': true,
  'withdrawal.min': 100_00,
  'withdrawal.fee_percent': 0,
  'withdrawal.methods': ['Alipay', 'USDT (TRC20)', 'PayPal'],
  'security.require_signature': true,
  'security.response_encryption': 'on',
  'subscription.url': '',
  'subscription.update_hours': 24,
  'subscription.unavailable': 'notice',
  'subscription.alarm_networks': 10,
  'usage.alert_thresholds': [80, 95],
  'checkin.enabled': false,
  'checkin.min_mb': 10,
  'checkin.max_mb': 50,
  'node.push_interval': 60,
  'node.pull_interval': 60,
  'node.placeholder_user': true,
  'node.offline_after': 300,
  'node.offline_in_links': 'leave_out',
  'compensation.enabled': false,
  'compensation.minutes': 60,
  'compensation.kind': 'days',
  'compensation.days': 1,
  'compensation.gb': 10,
}

const Stored = z.partial(Settings)

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select().from(settings)
  const known = rows.filter((row) => row.key in defaultSettings)
  const stored = Stored.parse(Object.fromEntries(known.map((row) => [row.key, row.value])))
  // What is not stored is absent, not undefined.
  return { ...defaultSettings, ...(stored as Partial<Settings>) }
}

/** Stores the given settings and leaves the others. Every process hears of it by a notice of the database. */
export async function saveSettings({ transaction }: Database, by: Actor, change: Partial<Settings>, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await readSettings(tx)
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) continue
      const row = { key, value, updatedAt: now }
      await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
    }
    await record(tx, by, { action: 'settings.save', entity: 'settings', before, after: change }, now)
  })
}

/** Origin of the site's own pages, without a slash at the end. */
export function siteOrigin(current: Settings, config: Config): string {
  return current['site.url'] || config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
}
