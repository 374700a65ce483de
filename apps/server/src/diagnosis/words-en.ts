import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault, OrderState } from './faults.ts'
import type { Saying, Words } from './saying.ts'

const orders: Record<Exclude<OrderState, 'none'>, { title: string; advice: string }> = {
  unpaid: { title: 'an order waits for payment', advice: 'Pay the open order.' },
  checking: { title: 'a payment waits to be confirmed', advice: 'Wait until the payment is confirmed.' },
  opening: { title: 'the paid order is being opened', advice: 'Wait a minute: the order is being opened.' },
  review: { title: 'the paid order is in review', advice: 'Wait until the order has been reviewed. The money is safe.' },
}
const nodes = (count: number): string => (count === 1 ? '1 node' : `${count} nodes`)
const are = (count: number): string => (count === 1 ? 'is' : 'are')

export function english(fault: Fault, { ago, at, day, names, span }: Saying): Words {
  switch (fault.code) {
    case 'account_closed':
      return { title: `Account closed${fault.since ? ` on ${day(fault.since)}` : ''}`, advice: 'Register again to use the service.' }
    case 'account_banned':
      return { title: `Account suspended${fault.since ? ` since ${at(fault.since)}` : ''}`, advice: 'Ask support why.' }
    case 'order_review':
    case 'order_opening': {
      const state = fault.code === 'order_opening' ? 'opening' : fault.isProof ? 'checking' : 'review'
      const before = fault.expiredAt ? `Expired ${ago(fault.expiredAt)}` : 'No plan yet'
      return { title: `${before}: ${orders[state].title}`, advice: orders[state].advice }
    }
    case 'order_unpaid':
      return { title: 'No plan yet: an order waits for payment', advice: orders.unpaid.advice }
    case 'no_plan':
      return { title: 'No plan', advice: 'Choose a plan.' }
    case 'expired': {
      const title = `Expired ${ago(fault.expiredAt)}`
      if (fault.isOrdered) return { title: `${title}; ${orders.unpaid.title}`, advice: orders.unpaid.advice }
      const failed = fault.renewalFailed ? 'The automatic renewal failed. ' : ''
      return { title, advice: `${failed}Renew the plan, and the app works again.` }
    }
    case 'over_quota': {
      const title = fault.total === 0 ? 'The plan has no traffic' : `Over quota${fault.since ? ` since ${at(fault.since)}` : ''}`
      if (fault.order !== 'none') return { title: `${title}; ${orders[fault.order].title}`, advice: orders[fault.order].advice }
      const used = fault.total === 0 ? '' : `All ${formatBytes(fault.total)} are used. `
      return { title, advice: `${used}Get more traffic${fault.resetsAt ? `, or wait until ${day(fault.resetsAt)}` : ''}.` }
    }
    case 'youth_hours':
      return {
        title: `Youth mode blocks these hours${fault.until ? `, until ${at(fault.until)}` : ''}`,
        advice: 'Switch youth mode off with the password, or wait until then.',
      }
    case 'never_fetched':
      return { title: 'Never fetched the link', advice: 'Import the subscription into an app.' }
    case 'link_reset':
      return {
        title: `Link was reset${fault.since ? ` ${ago(fault.since)}` : ''}; not imported again`,
        advice: 'Delete the old subscription from the app and import the new one.',
      }
    case 'only_browser':
      return { title: 'The link was only opened in a browser', advice: 'Import the subscription into an app.' }
    case 'profile_outdated':
      return {
        title: fault.isMessage
          ? 'The app has no nodes: it last fetched them before the plan ran'
          : 'The plan changed; the app still has the old nodes',
        advice: `Update the subscription in the app. It last did so ${ago(fault.fetchedAt)}.`,
      }
    case 'no_nodes':
      return { title: 'The plan has no nodes', advice: 'Tell support: an operator has to add nodes to the plan.' }
    case 'nodes_withdrawn':
      return {
        maintenance: { title: 'All nodes of the plan are in maintenance', advice: 'Wait until the maintenance is over.' },
        exhausted: { title: 'All nodes of the plan have used up their traffic', advice: 'Wait until an operator adds traffic or nodes.' },
        hidden: { title: 'All nodes of the plan are withdrawn', advice: 'Tell support: an operator has to put nodes back.' },
      }[fault.why]
    case 'nodes_down':
      return {
        title: `${fault.total === 1 ? 'The only node' : `All ${nodes(fault.total)}`} ${fault.isApps ? 'this app can use' : 'of the plan'} ${are(fault.total)} down`,
        advice: 'Wait: operators have been told. Check again in a few minutes.',
      }
    case 'app_unable':
      return fault.isOld
        ? { title: `${called(fault)} is too old for every node`, advice: 'Update the app, then update the subscription in it.' }
        : { title: `${called(fault)} can use none of the ${nodes(fault.total)}`, advice: 'Import the subscription into another app.' }
    case 'nodes_moved':
      return {
        title: 'The nodes changed after the app last fetched them',
        advice: `Update the subscription in the app. It last did so ${ago(fault.fetchedAt)}.`,
      }
    case 'clock':
      return {
        title: `The device’s clock is ${span(fault.skewMs)} ${fault.skewMs > 0 ? 'fast' : 'slow'}`,
        advice: 'Let the device set its time by itself. Nodes refuse a wrong clock.',
      }
    case 'too_many_devices':
      return {
        title: `${fault.count} of ${fault.limit} devices`,
        advice: 'Disconnect a device that is not needed, then clear the list of devices.',
      }
    case 'not_yet_known':
      return {
        title: `The nodes have not learned of the change at ${at(fault.changedAt)} yet`,
        advice: 'Wait a few minutes. If it stays like this, tell support.',
      }
    case 'some_nodes_down':
      return {
        title: `${fault.named.length} of ${nodes(fault.total)} ${are(fault.named.length)} down: ${names(fault.named)}`,
        advice: 'Choose another node in the app.',
      }
    case 'node_paused':
      return { title: `Out of service for now: ${names(fault.named)}`, advice: 'Choose another node in the app.' }
    case 'app_too_old':
      return {
        title: `${called(fault)} is too old for ${fault.missing} of ${nodes(fault.total)}`,
        advice: 'Update the app, then update the subscription in it.',
      }
    case 'app_leaves_out':
      return { title: `${called(fault)} cannot use ${fault.missing} of ${nodes(fault.total)}`, advice: 'Use another app for these nodes.' }
    case 'some_nodes_moved':
      return { title: `Changed since the app last fetched them: ${names(fault.named)}`, advice: 'Update the subscription in the app.' }
    case 'site_closed':
      return { title: 'The site is closed', advice: 'Nothing to do: nodes and links keep working.' }
    case 'link_shared':
      return {
        title: `The link was fetched from ${fault.networks} networks within a day`,
        advice: 'Nothing to do if these are your own devices. If somebody else has the link, reset it and import it again.',
      }
    case 'traffic_unfetched':
      return {
        title: `Traffic ${ago(fault.usedAt)}, but no fetch of the link on record`,
        advice: 'Nothing to do: the app has its nodes from before the record began, or from elsewhere.',
      }
    case 'slow':
      return {
        title: `Speed limited to ${fault.mbps} Mbps`,
        advice: fault.isOwn ? 'The limit was set for this account: ask support.' : 'Choose a faster plan.',
      }
    case 'fetched_long_ago':
      return {
        title: `The app last fetched the link ${ago(fault.fetchedAt)}`,
        advice: 'Update the subscription in the app, or import it again.',
      }
    case 'never_connected':
      return { title: `Imported ${ago(fault.fetchedAt)}, but never connected`, advice: 'Open the app, choose a node and switch it on.' }
    case 'no_traffic':
      return { title: `No traffic since ${day(fault.usedAt)}`, advice: 'Open the app, choose another node and switch it on.' }
  }
}

function called({ app, version }: { app: string; version: string | null }): string {
  return version === null ? app : `${app} ${version}`
}
