import * as contract from '@portico/contract/check-ins'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { dayKey } from '../calendar.ts'
import { bytesWonOn, checkIn, MB, type Reward } from './check-in.ts'

export function checkInRoutes(router: Router, app: App): void {
  const zone = (): string => app.settings()['site.timezone']
  const reward = (): Reward => ({ minMb: app.settings()['checkin.min_mb'], maxMb: app.settings()['checkin.max_mb'] })
  const toCheckIn = ({ minMb, maxMb }: Reward, today: number | null): contract.CheckIn => ({
    enabled: app.settings()['checkin.enabled'],
    min: minMb * MB,
    max: Math.max(minMb, maxMb) * MB,
    today,
  })

  serve(router, app, contract.getCheckIn, async ({ caller }) =>
    toCheckIn(reward(), await bytesWonOn(app.database.db, caller.accountId, dayKey(app.now(), zone()))),
  )

  serve(router, app, contract.checkIn, async ({ caller }) => {
    if (!app.settings()['checkin.enabled']) throw new AppError('checkin.closed')
    return toCheckIn(reward(), await checkIn(app.database, caller.accountId, reward(), { now: app.now(), zone: zone() }))
  })
}
