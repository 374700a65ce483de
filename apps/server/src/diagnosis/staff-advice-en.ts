import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault, OrderState } from './faults.ts'
import type { Saying } from './saying.ts'

const orders: Record<Exclude<OrderState, 'none'>, string> = {
  unpaid: 'Ask them to pay the open order, or confirm the payment if the money has arrived.',
  checking: 'Check the proof of payment and confirm it.',
  opening: 'Wait a minute: the order is being opened. If it stays like this, look at the failed jobs.',
  review: 'Review the paid order.',
}
const update = 'Ask them to update the subscription in the app.'

/** English advice to operators about a member's fault. */
export function adviseInEnglish(fault: Fault, { ago, day }: Saying): string {
  switch (fault.code) {
    case 'account_closed':
      return 'Nothing to do: they can register again.'
    case 'account_banned':
      return 'Look up the reason, and lift the suspension if it no longer holds.'
    case 'order_review':
      return orders[fault.isProof ? 'checking' : 'review']
    case 'order_opening':
      return orders.opening
    case 'order_unpaid':
      return orders.unpaid
    case 'no_plan':
      return 'Help them to choose a plan, or assign one.'
    case 'expired':
      if (fault.isOrdered) return orders.unpaid
      return `${fault.renewalFailed ? 'The automatic renewal failed. ' : ''}Ask them to renew, or extend the plan.`
    case 'over_quota': {
      if (fault.order !== 'none') return orders[fault.order]
      const used = fault.total === 0 ? '' : `All ${formatBytes(fault.total)} are used. `
      return `${used}Add traffic, or ask them to buy more${fault.resetsAt ? `; it resets on ${day(fault.resetsAt)}` : ''}.`
    }
    case 'youth_hours':
      return 'Nothing is broken. Their own password switches youth mode off.'
    case 'never_fetched':
      return 'Help them to import the subscription into an app. If they are connected all the same, ask how.'
    case 'link_reset':
      return 'Ask them to delete the old subscription from the app and to import the new one.'
    case 'only_browser':
      return 'Help them to import the subscription into an app.'
    case 'profile_outdated':
    case 'nodes_moved':
      return `${update} It last did so ${ago(fault.fetchedAt)}.`
    case 'no_nodes':
      return 'Add nodes to the group of the plan.'
    case 'nodes_withdrawn':
      return {
        maintenance: 'End the maintenance of a node, or add others.',
        exhausted: 'Give the nodes more traffic, or add others.',
        hidden: 'Put nodes back, or add others.',
      }[fault.why]
    case 'nodes_down':
      return 'Bring the nodes back: their page shows when each last called.'
    case 'app_unable':
      return fault.isOld ? 'Ask them to update the app, then the subscription in it.' : 'Recommend another app.'
    case 'clock':
      return 'Ask them to let the device set its time by itself. Nodes refuse a wrong clock.'
    case 'too_many_devices':
      return 'Clear the list of devices, or raise the limit.'
    case 'not_yet_known':
      return 'Wait a few minutes. If it stays like this, check whether the nodes still call.'
    case 'some_nodes_down':
      return 'Bring them back; until then, recommend another node.'
    case 'node_paused':
      return 'Recommend another node.'
    case 'app_too_old':
      return 'Ask them to update the app, then the subscription in it.'
    case 'app_leaves_out':
      return 'Recommend another app for these nodes.'
    case 'some_nodes_moved':
      return update
    case 'site_closed':
      return 'Open the site in the settings. Nodes and links keep working.'
    case 'link_shared':
      return 'Ask whether somebody else has the link. If so, make a new one, which they import again.'
    case 'slow':
      return fault.isOwn ? 'The limit was set for this account: change it in its settings.' : 'Recommend a faster plan.'
    case 'fetched_long_ago':
      return 'Ask them to update the subscription in the app, or to import it again.'
    case 'never_connected':
      return 'Ask them to open the app, choose a node and switch it on.'
    case 'no_traffic':
      return 'Ask them to open the app, choose another node and switch it on.'
  }
}
