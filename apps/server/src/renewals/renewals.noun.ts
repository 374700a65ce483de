import type { Noun } from '../noun.ts'
import { notePrices } from './note-price.ts'
import { renewDue } from './renew-due.ts'

export const renewalsNoun: Noun = {
  jobs: (app) => [
    {
      name: 'renew_due',
      lane: 'gateway',
      cron: '*/5 * * * *',
      work: async () => {
        const onError = (account: number, err: unknown): void => app.log.error({ err, account }, 'an automatic renewal failed')
        const { renewed, failed } = await renewDue(app.database, { now: app.now, settings: app.settings() }, onError)
        if (renewed + failed > 0) app.log.info({ renewed, failed }, 'automatic renewals')
      },
    },
    {
      name: 'note_renewal_prices',
      cron: '13 * * * *',
      work: () => notePrices(app.database, { now: app.now(), settings: app.settings() }),
    },
  ],
}
