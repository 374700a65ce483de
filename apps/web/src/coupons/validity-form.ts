import { type Period, PERIODS } from '@portico/contract/periods'
import { formatDateTime } from '../ui/format/format-time.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

/**
 * Where and when a coupon or a promotion is valid, in its form. An empty choice means any.
 * Times are in the site's time zone.
 */
export interface ValidityForm {
  plan_ids: string[]
  periods: string[]
  starts_at: string | null
  ends_at: string | null
}
export interface Validity {
  plan_ids: number[] | null
  periods: Period[] | null
  starts_at: string | null
  ends_at: string | null
}

export function toValidityForm(given: Validity | null, zone: string | undefined): ValidityForm {
  const wall = (time: string | null): string | null => (time === null ? null : formatDateTime(time, zone, 'second'))
  return {
    plan_ids: (given?.plan_ids ?? []).map(String),
    periods: given?.periods ?? [],
    starts_at: wall(given?.starts_at ?? null),
    ends_at: wall(given?.ends_at ?? null),
  }
}

export function toValidity({ plan_ids, periods, starts_at, ends_at }: ValidityForm, zone: string | undefined): Validity {
  const moment = (wall: string | null): string | null => (wall ? momentAt(wall, zone).toISOString() : null)
  const chosen = PERIODS.filter((period) => periods.includes(period))
  return {
    plan_ids: plan_ids.length === 0 ? null : plan_ids.map(Number),
    periods: chosen.length === 0 ? null : chosen,
    starts_at: moment(starts_at),
    ends_at: moment(ends_at),
  }
}
