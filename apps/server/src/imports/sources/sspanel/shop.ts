import { minorDigits } from '@portico/contract/money'
import type { Period } from '@portico/contract/periods'
import { smallIn, wholeIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldCoupon, OldFinding, OldPlan, OldRedeemCode } from '../../records.ts'
import { type Fields, readJson, textOf, textsOf } from '../xray/fields.ts'
import { accessKey, accessOfProduct } from './access.ts'
import { bytesOfGb, minorIn } from './money.ts'
import { secondsIn } from './read-members.ts'

/** Days that are a term here, by calendar months. */
const TERMS: [from: number, to: number, period: Period][] = [
  [30, 31, 'month_price'],
  [90, 93, 'quarter_price'],
  [180, 184, 'half_year_price'],
  [365, 366, 'year_price'],
  [730, 731, 'two_year_price'],
  [1095, 1096, 'three_year_price'],
]

/** Products with time and traffic become plans; of other kinds Portico has none. */
export async function* readPlans(old: OldDatabase, currency: string): AsyncGenerator<OldPlan | OldFinding> {
  let sort = 0
  for await (const row of old.rows('product')) {
    const at = `product ${row['id'] ?? ''}`
    const content = readJson(row['content'])
    if (row['type'] !== 'tabp') yield { kind: 'finding', code: 'product_left', at, what: `${row['name'] ?? ''} (${row['type'] ?? ''})` }
    else if (content === null) yield { kind: 'finding', code: 'broken_json', at, what: 'content' }
    else yield* planOf(row, content, { at, currency, sort: sort++ })
  }
}

type Place = { at: string; currency: string; sort: number }

function* planOf(row: OldRow, content: Fields, { at, currency, sort }: Place): Generator<OldPlan | OldFinding> {
  const days = smallIn(textOf(content['class_time'])) ?? 0
  const period = TERMS.find(([from, to]) => days >= from && days <= to)?.[2]
  if (period === undefined) yield { kind: 'finding', code: 'plan_days', at, what: `${row['name'] ?? ''}: ${days}` }
  const price = minorIn(row['price'], currency)
  const limit = (name: string) => smallIn(textOf(content[name])) || null
  const stock = smallIn(row['stock']) ?? -1
  yield {
    kind: 'plan',
    at,
    key: row['id'] ?? '',
    group: accessKey(accessOfProduct(row['content'])),
    name: row['name'] ?? '',
    content: '',
    tags: [],
    quota: bytesOfGb(textOf(content['bandwidth'])),
    speedLimit: limit('speed_limit'),
    deviceLimit: limit('ip_limit'),
    resetMode: 'never',
    capacity: stock < 0 ? null : stock,
    shown: row['status'] === '1',
    sold: row['status'] === '1' && period !== undefined,
    renewed: period !== undefined,
    prices: period === undefined ? {} : { [period]: price },
    sort,
    createdAt: secondsIn(row['create_time']),
  }
}

export async function* readCoupons(old: OldDatabase, currency: string): AsyncGenerator<OldCoupon | OldFinding> {
  for await (const row of old.rows('user_coupon')) {
    const at = `user_coupon ${row['id'] ?? ''}`
    const [content, limit] = [readJson(row['content']), readJson(row['limit'])]
    if (content === null || limit === null) yield { kind: 'finding', code: 'broken_json', at, what: row['code'] ?? '' }
    else yield couponOf(row, content, limit, currency)
  }
}

function couponOf(row: OldRow, content: Fields, limit: Fields, currency: string): OldCoupon {
  const isPercent = content['type'] === 'percentage'
  const value = textOf(content['value'])
  const [total, each] = [smallIn(textOf(limit['total_use_time'])) ?? -1, smallIn(textOf(limit['use_time'])) ?? -1]
  const used = smallIn(row['use_count']) ?? 0
  const products = textsOf(textOf(limit['product_id']))
  return {
    kind: 'coupon',
    at: `user_coupon ${row['id'] ?? ''}`,
    key: row['id'] ?? '',
    code: row['code'] ?? '',
    name: row['code'] ?? '',
    type: isPercent ? 'percent' : 'amount',
    value: (isPercent ? wholeIn(value) : minorIn(value, currency)) ?? 0n,
    usesLeft: total > 0 ? Math.max(0, total - used) : null,
    usesPerMember: each > 0 ? each : null,
    plans: products.length > 0 ? products : null,
    periods: null,
    startsAt: null,
    endsAt: secondsIn(row['expire_time']),
    enabled: textOf(limit['disabled']) !== '1',
  }
}

/** Cards hold whole units of the currency. */
export async function* readGiftCards(old: OldDatabase, currency: string): AsyncGenerator<OldRedeemCode> {
  for await (const row of old.rows('gift_card')) {
    const isUsed = row['status'] !== '0'
    yield {
      kind: 'redeem_code',
      at: `gift_card ${row['id'] ?? ''}`,
      key: row['id'] ?? '',
      code: row['card'] ?? '',
      name: row['card'] ?? '',
      gives: 'balance',
      value: (wholeIn(row['balance']) ?? 0n) * 10n ** BigInt(minorDigits(currency)),
      plan: null,
      usesLeft: isUsed ? 0 : 1,
      usedBy: isUsed && row['use_user'] !== '0' ? [row['use_user'] ?? ''] : [],
      startsAt: null,
      endsAt: null,
      enabled: !isUsed,
    }
  }
}
