import { type Period, PERIODS } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldPlan, OldRecord } from '../../records.ts'
import { asObject, asText, Cells } from '../row.ts'
import { limitOf } from './members.ts'

const RESETS: readonly ResetMode[] = ['first_of_month', 'monthly', 'never', 'january_first', 'yearly']
const GIB = 1024n ** 3n

/** What the number in `reset_traffic_method` means; null: it is none. */
export function resetModeOf(method: number | null): ResetMode | null {
  return method === null ? null : (RESETS[method] ?? null)
}

export async function* readGroups(old: OldDatabase): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_server_group')) {
    const cells = new Cells('v2_server_group', row)
    yield { kind: 'group', at: cells.at, key: cells.text('id'), name: cells.text('name'), createdAt: cells.unix('created_at') }
  }
}

type Differing = Pick<OldPlan, 'prices' | 'tags' | 'sold' | 'capacity' | 'createdAt'>

/** `siteReset`: for plans that follow the system. `differing`: what Xboard stores in another way. */
export async function* readPlans(
  old: OldDatabase,
  siteReset: ResetMode,
  differing: (cells: Cells) => Differing,
): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_plan')) {
    const cells = new Cells('v2_plan', row)
    const plan: OldPlan = {
      kind: 'plan',
      at: cells.at,
      key: cells.text('id'),
      group: cells.text('group_id'),
      name: cells.text('name'),
      content: contentOf(cells),
      quota: cells.big('transfer_enable') * GIB,
      speedLimit: limitOf(cells, 'speed_limit'),
      deviceLimit: limitOf(cells, 'device_limit'),
      resetMode: resetModeOf(cells.intOrNull('reset_traffic_method')) ?? siteReset,
      shown: cells.flag('show'),
      renewed: cells.flag('renew'),
      sort: cells.int('sort'),
      ...differing(cells),
    }
    yield* cells.found()
    yield plan
  }
}

export function plainPlan(cells: Cells): Differing {
  const prices = Object.fromEntries(PERIODS.map((period) => [period, cells.bigOrNull(period)]))
  // What is not listed is not sold there either.
  return { prices, tags: [], sold: cells.flag('show'), capacity: cells.intOrNull('capacity_limit'), createdAt: cells.unix('created_at') }
}

/** HTML or Markdown, or a list of features in JSON. */
function contentOf(cells: Cells): string {
  const text = cells.text('content').trim()
  if (!text.startsWith('[')) return text
  const features = cells.json('content')
  if (!Array.isArray(features)) return ''
  return features
    .map((one) => asText(one) || asText(asObject(one)['feature']))
    .filter((one) => one !== '')
    .join('\n')
}

const BY_NAME = new Map<string, Period>([
  ...PERIODS.map((period) => [period, period] as const),
  ['monthly', 'month_price'],
  ['quarterly', 'quarter_price'],
  ['half_yearly', 'half_year_price'],
  ['yearly', 'year_price'],
  ['two_yearly', 'two_year_price'],
  ['three_yearly', 'three_year_price'],
  ['onetime', 'onetime_price'],
  ['reset_traffic', 'reset_price'],
])

/** A period by its old or its new name; null: neither panel has it. */
export function periodOf(name: string): Period | null {
  return BY_NAME.get(name) ?? null
}
