import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault } from './faults.ts'
import type { Saying, Words } from './saying.ts'

export function english(fault: Fault, { ago, at, day }: Saying): Words {
  switch (fault.code) {
    case 'account_closed':
      return { title: 'The account is closed', advice: 'Register again to use the service.' }
    case 'account_banned':
      return { title: `Account suspended ${fault.since ? ago(fault.since) : ''}`.trim(), advice: 'Ask support for the reason.' }
    case 'site_closed':
      return { title: 'The site is closed for maintenance', advice: 'Wait until it opens again. Connections keep working meanwhile.' }
    case 'no_plan':
      return { title: 'No plan', advice: 'Choose a plan.' }
    case 'expired':
      return { title: `Expired ${ago(fault.expiredAt)}`, advice: 'Renew the plan; the app works again at once.' }
    case 'over_quota': {
      const title = fault.total === 0 ? 'The plan has no traffic' : fault.since ? `Over quota since ${at(fault.since)}` : 'Over quota'
      const wait = fault.resetsAt ? `, or wait for the reset on ${day(fault.resetsAt)}` : ''
      return { title, advice: `All ${formatBytes(fault.total)} are used. Buy more traffic${wait}.` }
    }
  }
}
