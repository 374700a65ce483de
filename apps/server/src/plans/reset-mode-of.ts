import type { ResetMode } from '@portico/contract/reset-mode'
import type { Settings } from '@portico/contract/settings-admin'
import type { PlanRow } from './plans.table.ts'

/** Reset mode of a plan: its own, else the site's. */
export function resetModeOf({ resetMode }: Pick<PlanRow, 'resetMode'>, settings: Pick<Settings, 'subscription.reset_mode'>): ResetMode {
  return resetMode ?? settings['subscription.reset_mode']
}
