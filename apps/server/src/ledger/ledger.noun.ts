import { jobActor } from '../actor.ts'
import type { Noun } from '../noun.ts'
import { checkLedger } from './check-ledger.ts'
import { mergeQuarters } from './income-by-day.ts'
import { ledgerRoutes } from './ledger.routes.ts'

const DAY_MS = 24 * 3_600_000

export const ledgerNoun: Noun = {
  purpose: 'money',
  routes: [ledgerRoutes],
  jobs: (app) => [
    { name: 'merge_quarters', cron: '31 19 * * *', work: () => mergeQuarters(app.database.db, new Date(app.now().getTime() - DAY_MS)) },
    {
      name: 'check_ledger',
      // Night on most sites; jobs run on UTC.
      cron: '40 19 * * *',
      work: async () => {
        const { faultCount, faults, ms } = await checkLedger(app.database, jobActor('check_ledger'), app.now())
        if (faultCount > 0) app.log.error({ faults: faultCount, first: faults[0] }, 'the ledger does not balance')
        else app.log.info({ ms }, 'the ledger balances')
      },
    },
  ],
}
