import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault, OrderState } from './faults.ts'
import type { Saying, Words } from './saying.ts'

const orders: Record<Exclude<OrderState, 'none'>, { title: string; advice: string }> = {
  unpaid: { title: '有订单待付款', advice: '请支付未完成的订单。' },
  checking: { title: '付款待确认', advice: '请等待付款确认。' },
  opening: { title: '已付款的订单正在开通', advice: '请稍等一分钟，订单正在开通。' },
  review: { title: '已付款的订单待审核', advice: '请等待订单审核，款项是安全的。' },
}

export function chinese(fault: Fault, { ago, at, day, names, span }: Saying): Words {
  switch (fault.code) {
    case 'account_closed':
      return { title: `账号已${fault.since ? `于 ${day(fault.since)} ` : ''}注销`, advice: '如需继续使用，请重新注册。' }
    case 'account_banned':
      return { title: `账号已停用${fault.since ? `（自 ${at(fault.since)} 起）` : ''}`, advice: '请联系客服了解原因。' }
    case 'order_review':
    case 'order_opening': {
      const state = fault.code === 'order_opening' ? 'opening' : fault.isProof ? 'checking' : 'review'
      const before = fault.expiredAt ? `${ago(fault.expiredAt)}已到期` : '尚无套餐'
      return { title: `${before}：${orders[state].title}`, advice: orders[state].advice }
    }
    case 'order_unpaid':
      return { title: '尚无套餐：订单待付款', advice: orders.unpaid.advice }
    case 'no_plan':
      return { title: '没有套餐', advice: '请选购套餐。' }
    case 'expired': {
      const title = `${ago(fault.expiredAt)}已到期`
      if (fault.isOrdered) return { title: `${title}；${orders.unpaid.title}`, advice: orders.unpaid.advice }
      const failed = fault.renewalFailed ? '自动续费未成功。' : ''
      return { title, advice: `${failed}请续费，续费后客户端即可恢复使用。` }
    }
    case 'over_quota': {
      const title = fault.total === 0 ? '套餐没有流量' : `流量已用完${fault.since ? `（自 ${at(fault.since)} 起）` : ''}`
      if (fault.order !== 'none') return { title: `${title}；${orders[fault.order].title}`, advice: orders[fault.order].advice }
      const used = fault.total === 0 ? '' : `${formatBytes(fault.total)} 流量已全部用完。`
      return { title, advice: `${used}请购买更多流量${fault.resetsAt ? `，或等到 ${day(fault.resetsAt)} 重置` : ''}。` }
    }
    case 'youth_hours':
      return {
        title: `青少年模式的停用时段${fault.until ? `，到 ${at(fault.until)} 为止` : ''}`,
        advice: '请输入密码关闭青少年模式，或等到停用时段结束。',
      }
    case 'never_fetched':
      return { title: '从未获取过订阅链接', advice: '请将订阅导入客户端。' }
    case 'link_reset':
      return {
        title: `订阅链接${fault.since ? ` ${ago(fault.since)}` : ''}已重置，尚未重新导入`,
        advice: '请在客户端中删除旧订阅，再导入新的订阅。',
      }
    case 'only_browser':
      return { title: '订阅链接只在浏览器中打开过', advice: '请将订阅导入客户端。' }
    case 'profile_outdated':
      return {
        title: fault.isMessage ? '客户端里没有节点：上次获取订阅时套餐尚未生效' : '套餐已变更，客户端里仍是旧节点',
        advice: `请在客户端中更新订阅，上次更新是${ago(fault.fetchedAt)}。`,
      }
    case 'no_nodes':
      return { title: '套餐没有节点', advice: '请告知客服：需要运营人员为套餐添加节点。' }
    case 'nodes_withdrawn':
      return {
        maintenance: { title: '套餐的所有节点都在维护中', advice: '请等待维护结束。' },
        exhausted: { title: '套餐的所有节点都已用完流量', advice: '请等待运营人员增加流量或节点。' },
        hidden: { title: '套餐的所有节点都已下架', advice: '请告知客服：需要运营人员恢复节点。' },
      }[fault.why]
    case 'nodes_down':
      return {
        title: `${fault.isApps ? '此客户端可用' : '套餐'}${fault.total === 1 ? '的唯一节点已离线' : `的全部 ${fault.total} 个节点都已离线`}`,
        advice: '请稍候，运营人员已收到通知；几分钟后再检查一次。',
      }
    case 'app_unable':
      return fault.isOld
        ? { title: `${called(fault)} 版本过旧，无法使用任何节点`, advice: '请更新客户端，然后在客户端中更新订阅。' }
        : { title: `${called(fault)} 无法使用全部 ${fault.total} 个节点`, advice: '请将订阅导入其他客户端。' }
    case 'nodes_moved':
      return { title: '客户端上次获取订阅之后，节点已变更', advice: `请在客户端中更新订阅，上次更新是${ago(fault.fetchedAt)}。` }
    case 'clock':
      return {
        title: `设备时钟${fault.skewMs > 0 ? '快' : '慢'}了 ${span(fault.skewMs)}`,
        advice: '请将设备设为自动校准时间，时钟不准会被节点拒绝。',
      }
    case 'too_many_devices':
      return { title: `设备数超限：${fault.count} / ${fault.limit} 台`, advice: '请断开不需要的设备，然后清空设备列表。' }
    case 'not_yet_known':
      return { title: `节点尚未同步 ${at(fault.changedAt)} 的变更`, advice: '请等待几分钟；若仍未恢复，请告知客服。' }
    case 'some_nodes_down':
      return { title: `${fault.total} 个节点中有 ${fault.named.length} 个离线：${names(fault.named)}`, advice: '请在客户端中换一个节点。' }
    case 'node_paused':
      return { title: `暂停服务：${names(fault.named)}`, advice: '请在客户端中换一个节点。' }
    case 'app_too_old':
      return {
        title: `${called(fault)} 版本过旧，${fault.total} 个节点中有 ${fault.missing} 个无法使用`,
        advice: '请更新客户端，然后在客户端中更新订阅。',
      }
    case 'app_leaves_out':
      return {
        title: `${called(fault)} 无法使用 ${fault.total} 个节点中的 ${fault.missing} 个`,
        advice: '如需使用这些节点，请换一个客户端。',
      }
    case 'some_nodes_moved':
      return { title: `客户端上次获取订阅之后有变更：${names(fault.named)}`, advice: '请在客户端中更新订阅。' }
    case 'site_closed':
      return { title: '网站已关闭', advice: '无需处理，节点与订阅不受影响。' }
    case 'link_shared':
      return {
        title: `订阅链接一天内从 ${fault.networks} 个网络被获取`,
        advice: '如果都是您自己的设备，则无需处理；如果有其他人拿到了链接，请重置链接并重新导入。',
      }
    case 'traffic_unfetched':
      return {
        title: `${ago(fault.usedAt)}有流量，但没有获取订阅的记录`,
        advice: '无需处理：客户端里的节点是在开始记录之前或通过其他途径取得的。',
      }
    case 'slow':
      return {
        title: `限速 ${fault.mbps} Mbps`,
        advice: fault.isOwn ? '该限速是为此账号单独设置的，请联系客服。' : '请选购速度更快的套餐。',
      }
    case 'fetched_long_ago':
      return { title: `客户端上次获取订阅是${ago(fault.fetchedAt)}`, advice: '请在客户端中更新订阅，或重新导入。' }
    case 'never_connected':
      return { title: `${ago(fault.fetchedAt)}已导入，但从未连接`, advice: '请打开客户端，选择一个节点并开启连接。' }
    case 'no_traffic':
      return { title: `自 ${day(fault.usedAt)} 起没有流量`, advice: '请打开客户端，换一个节点并开启连接。' }
  }
}

function called({ app, version }: { app: string; version: string | null }): string {
  return version === null ? app : `${app} ${version}`
}
