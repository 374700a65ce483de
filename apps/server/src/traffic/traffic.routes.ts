import * as contract from '@portico/contract/traffic'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { dayKey } from '../calendar.ts'
import { trafficByHour } from './list-hours.ts'
import {
  type Counters,
  dayRange,
  listTraffic,
  type Ranked,
  topMembers,
  topNodes,
  type TrafficFilter,
  trafficByDay,
} from './list-traffic.ts'
import { readUsage } from './read-usage.ts'
import { toList, toPage } from '../to-wire.ts'

export function trafficRoutes(router: Router, app: App): void {
  const { db } = app.database
  const today = (): string => dayKey(app.now(), app.settings()['site.timezone'])

  serve(router, app, contract.fetchTrafficLog, async ({ caller, origin, query }) => {
    const range = dayRange(query, today(), 30)
    const [found, days] = await Promise.all([
      listTraffic(db, caller.accountId, range, query),
      trafficByDay(db, range, { accountId: caller.accountId }),
    ])
    const page = toPage(found, query, ({ day, nodeId, node, ...counters }) => {
      return { day, node_id: nodeId, node_name: inLanguage(node, origin.language).name, ...toCounters(counters) }
    })
    return { ...page, days: days.map((row) => ({ day: row.day, ...toCounters(row) })) }
  })

  serve(router, app, contract.getUsage, async ({ caller, query }) => {
    const at = { now: app.now(), zone: app.settings()['site.timezone'] }
    const usage = await readUsage(db, caller.accountId, query.period ?? 'cycle', at)
    return {
      today: usage.today,
      in_cycles: usage.inCycles,
      days: usage.days.map(({ day, billed, before }) => ({ day, billed, before })),
    }
  })

  const hours = async (
    asked: string | undefined,
    filter: TrafficFilter,
  ): Promise<{ day: string; items: contract.TrafficHour[]; total: number }> => {
    const { from: day } = dayRange({ from: asked, to: asked }, today(), 1)
    const rows = await trafficByHour(db, day, app.settings()['site.timezone'], filter)
    return { day, ...toList(rows, (row) => ({ hour: row.hour.toISOString(), ...toCounters(row) })) }
  }
  serve(router, app, contract.fetchTrafficHours, ({ caller, query }) =>
    hours(query.day, { accountId: caller.accountId, nodeId: query.node_id }),
  )
  serve(router, app, contract.adminTrafficHours, ({ query }) => hours(query.day, { accountId: query.user_id, nodeId: query.node_id }))

  serve(router, app, contract.adminTraffic, async ({ origin, query }) => {
    const range = dayRange(query, today(), 7)
    const filter = { accountId: query.user_id, nodeId: query.node_id }
    const [days, nodes] = await Promise.all([trafficByDay(db, range, filter), topNodes(db, range, filter)])
    return {
      from: range.from,
      to: range.to,
      days: days.map((row) => ({ day: row.day, ...toCounters(row) })),
      nodes: nodes.map((node) => toRank(inLanguage(node, origin.language))),
    }
  })

  // Apart, because it reads every member's rows: the days and nodes do not wait for it.
  serve(router, app, contract.adminTopMembers, async ({ query }) =>
    toList(await topMembers(db, dayRange(query, today(), 7), { accountId: query.user_id, nodeId: query.node_id }), toRank),
  )
}

function toCounters({ up, down, billedUp, billedDown }: Counters): { u: number; d: number; billed_u: number; billed_d: number } {
  return { u: up, d: down, billed_u: billedUp, billed_d: billedDown }
}

function toRank(row: Ranked): contract.TrafficRank {
  return { id: row.id, name: row.name, ...toCounters(row) }
}
