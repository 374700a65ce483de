import { formatBytes } from '@portico/contract/format-bytes'
import type { Fault } from './faults.ts'
import type { Saying, Words } from './saying.ts'

export function chinese(fault: Fault, { ago, at, day }: Saying): Words {
  switch (fault.code) {
    case 'account_closed':
      return { title: '账号已注销', advice: '如需继续使用，请重新注册。' }
    case 'account_banned':
      return { title: `账号已停用${fault.since ? `（${ago(fault.since)}）` : ''}`, advice: '请联系客服了解原因。' }
    case 'site_closed':
      return { title: '网站维护中', advice: '请等待网站重新开放，期间连接不受影响。' }
    case 'no_plan':
      return { title: '没有套餐', advice: '请选购套餐。' }
    case 'expired':
      return { title: `${ago(fault.expiredAt)}已到期`, advice: '请续费，续费后应用立即恢复使用。' }
    case 'over_quota': {
      const title = fault.total === 0 ? '套餐没有流量' : fault.since ? `${at(fault.since)} 起流量已用完` : '流量已用完'
      const wait = fault.resetsAt ? `，或等待 ${day(fault.resetsAt)} 重置` : ''
      return { title, advice: `${formatBytes(fault.total)} 流量已全部用完。请购买更多流量${wait}。` }
    }
  }
}
