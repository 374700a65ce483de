import type { OldDatabase } from '../../old/old-database.ts'
import type { OldRecord } from '../../records.ts'
import { asObject, Cells } from '../row.ts'
import type { ReadTime } from '../v2board/rest.ts'

type Gift = { gives: 'balance' | 'traffic' | 'days' | 'reset' | 'plan'; value: bigint; plan: string | null }
type Template = { name: string; gift: Gift | null; enabled: boolean }

/** Codes of the gift cards whose template gives one thing that a code here gives; others are named. */
export async function* readGiftCards(old: OldDatabase, time: ReadTime): AsyncGenerator<OldRecord> {
  if (!old.tables.has('v2_gift_card_template') || !old.tables.has('v2_gift_card_code')) return
  const templates = new Map<string, Template>()
  for await (const row of old.rows('v2_gift_card_template')) {
    const cells = new Cells('v2_gift_card_template', row)
    const gift = cells.int('type') === 3 ? null : giftOf(cells.object('rewards'))
    templates.set(cells.text('id'), { name: cells.text('name'), gift, enabled: cells.flag('status') })
    yield* cells.found()
    if (gift === null) yield { kind: 'finding', code: 'row_odd', at: cells.at, what: cells.text('name') }
  }
  for await (const row of old.rows('v2_gift_card_code')) {
    const cells = new Cells('v2_gift_card_code', row)
    const template = templates.get(cells.text('template_id'))
    if (!template?.gift) continue
    const [most, used] = [cells.intOrNull('max_usage') ?? 1, cells.int('usage_count')]
    const user = cells.textOrNull('user_id')
    yield {
      kind: 'redeem_code',
      at: cells.at,
      key: cells.text('id'),
      code: cells.text('code'),
      name: template.name,
      ...template.gift,
      usesLeft: Math.max(0, most - used),
      usedBy: user === null ? [] : [user],
      startsAt: null,
      endsAt: time(cells, 'expires_at'),
      // 0: not used, 1: used, 2: over, 3: switched off.
      enabled: template.enabled && cells.int('status') < 2,
    }
    yield* cells.found()
  }
}

/** What it gives; null: several things at once, or nothing that a code here gives. */
function giftOf(rewards: Record<string, unknown>): Gift | null {
  const whole = (name: string): bigint => {
    const value = rewards[name]
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? BigInt(value) : 0n
  }
  const found: Gift[] = []
  if (whole('balance') > 0n) found.push({ gives: 'balance', value: whole('balance'), plan: null })
  if (whole('transfer_enable') > 0n) found.push({ gives: 'traffic', value: whole('transfer_enable'), plan: null })
  if (whole('plan_id') > 0n) found.push({ gives: 'plan', value: whole('plan_validity_days'), plan: String(whole('plan_id')) })
  if (whole('expire_days') > 0n) found.push({ gives: 'days', value: whole('expire_days'), plan: null })
  if (rewards['reset_package'] === true) found.push({ gives: 'reset', value: 0n, plan: null })
  return found.length === 1 ? (found[0] ?? null) : null
}
