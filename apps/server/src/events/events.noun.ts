import type { Job } from '../jobs/job.ts'
import type { Noun } from '../noun.ts'
import type { Channel } from './channel.ts'
import { deliverDue } from './deliver-due.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { deliveryJob, routeEvents } from './route-events.ts'
import { ROUTE_JOB } from './tell.ts'

/**
 * Jobs enqueued with the events route and deliver them at once. Each minute a run picks up what failed or
 * was left by a dead process.
 */
export const eventsNoun: Noun = {
  jobs: (app) => {
    const { database, channels, now } = app
    const delivery = (channel: Channel, bulk: boolean): Job => {
      const onError = (event: number, err: unknown): void =>
        app.log.error({ err, event, channel: channel.name }, 'an event was not delivered and will be retried')
      return {
        name: deliveryJob(channel.name, bulk),
        lane: bulk ? 'bulk' : 'delivery',
        cron: '* * * * *',
        work: () => deliverDue(database, channel, { bulk, now, onError }),
      }
    }
    return [
      { name: ROUTE_JOB, cron: '* * * * *', work: () => routeEvents(database, channels, now()) },
      ...channels.flatMap((channel) => [delivery(channel, false), delivery(channel, true)]),
      { name: 'drop_old_events', cron: '41 4 * * *', work: () => dropOldEvents(database, now()) },
    ]
  },
}
