import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault, OrderState } from './faults.ts'
import type { Saying } from './saying.ts'

const orders: Record<Exclude<OrderState, 'none'>, string> = {
  unpaid: '请会员支付未完成的订单；若款项已到账，请确认收款。',
  checking: '请核对付款凭证并确认收款。',
  opening: '请稍等一分钟，订单正在开通；若仍未开通，请查看失败的任务。',
  review: '请审核这笔已付款的订单。',
}
const update = '请会员在客户端中更新订阅'

/** Chinese advice to operators about a member's fault. */
export function adviseInChinese(fault: Fault, { ago, day }: Saying): string {
  switch (fault.code) {
    case 'account_closed':
      return '无需处理，会员可以重新注册。'
    case 'account_banned':
      return '请查看停用原因；若已不再成立，请恢复账号。'
    case 'order_review':
      return orders[fault.isProof ? 'checking' : 'review']
    case 'order_opening':
      return orders.opening
    case 'order_unpaid':
      return orders.unpaid
    case 'no_plan':
      return '请协助会员选购套餐，或直接分配一个。'
    case 'expired':
      if (fault.isOrdered) return orders.unpaid
      return `${fault.renewalFailed ? '自动续费未成功。' : ''}请会员续费，或为其延长套餐。`
    case 'over_quota': {
      if (fault.order !== 'none') return orders[fault.order]
      const used = fault.total === 0 ? '' : `${formatBytes(fault.total)} 流量已全部用完。`
      return `${used}请增加流量，或请会员购买更多流量${fault.resetsAt ? `；流量将于 ${day(fault.resetsAt)} 重置` : ''}。`
    }
    case 'youth_hours':
      return '并无故障，会员可以用自己的密码关闭青少年模式。'
    case 'never_fetched':
      return '请协助会员将订阅导入客户端；若会员仍能连接，请问清其连接方式。'
    case 'link_reset':
      return '请会员在客户端中删除旧订阅，再导入新的订阅。'
    case 'only_browser':
      return '请协助会员将订阅导入客户端。'
    case 'profile_outdated':
    case 'nodes_moved':
      return `${update}，上次更新是${ago(fault.fetchedAt)}。`
    case 'no_nodes':
      return '请为套餐所在的分组添加节点。'
    case 'nodes_withdrawn':
      return {
        maintenance: '请结束节点的维护，或添加其他节点。',
        exhausted: '请为节点增加流量，或添加其他节点。',
        hidden: '请恢复已下架的节点，或添加其他节点。',
      }[fault.why]
    case 'nodes_down':
      return '请恢复节点，节点页面会显示各节点上次联系的时间。'
    case 'app_unable':
      return fault.isOld ? '请会员先更新客户端，再更新订阅。' : '请推荐其他客户端。'
    case 'clock':
      return '请会员将设备设为自动校准时间，时钟不准会被节点拒绝。'
    case 'too_many_devices':
      return '请清空设备列表，或提高设备数上限。'
    case 'not_yet_known':
      return '请等待几分钟；若仍未同步，请检查节点是否仍与网站联系。'
    case 'some_nodes_down':
      return '请恢复这些节点；在此之前，请推荐其他节点。'
    case 'node_paused':
      return '请推荐其他节点。'
    case 'app_too_old':
      return '请会员先更新客户端，再更新订阅。'
    case 'app_leaves_out':
      return '如需使用这些节点，请推荐其他客户端。'
    case 'some_nodes_moved':
      return `${update}。`
    case 'site_closed':
      return '请在设置中重新开放网站，节点与订阅不受影响。'
    case 'link_shared':
      return '请询问是否有其他人拿到了链接；若有，请更换链接并请会员重新导入。'
    case 'slow':
      return fault.isOwn ? '该限速是为此账号单独设置的，可在账号资料中修改。' : '请推荐速度更快的套餐。'
    case 'fetched_long_ago':
      return `${update}，或重新导入。`
    case 'never_connected':
      return '请会员打开客户端，选择一个节点并开启连接。'
    case 'no_traffic':
      return '请会员打开客户端，换一个节点并开启连接。'
  }
}
