import type { ErrorCode } from '@portico/contract/errors'
import type { Language } from '@portico/contract/translations'

type NetworkError = Extract<ErrorCode, `${'node' | 'outage' | 'report' | 'traffic'}.${string}`>

/** Messages for operators of nodes. */
export const networkMessages: Record<Language, Record<NetworkError, string>> = {
  en: {
    'node.bad_parent': "Choose a different node, one that isn't an entry point itself. A node that has entry points can't become one.",
    'node.ranges_overlap': "Time ranges can't overlap or be empty.",
    'node.unknown': "This node doesn't exist.",
    'node.not_served': "The machine's software doesn't serve this protocol with these settings.",
    'outage.compensated': 'This outage has already been compensated.',
    'report.settled': 'Somebody has decided otherwise about this report.',
    'report.too_old': 'Choose a time within the last seven days.',
    'traffic.bad_range': "The start date can't be after the end date, and a range can't exceed 366 days.",
  },
  'zh-CN': {
    'node.bad_parent': '请选择另一个节点，且该节点不能已有所属节点；已被其他节点选为所属节点的节点，不能再选择所属节点。',
    'node.ranges_overlap': '时段不能重叠，也不能为空。',
    'node.unknown': '该节点不存在。',
    'node.not_served': '该机器上的节点程序不支持此协议或这些设置。',
    'outage.compensated': '该次故障已补偿，不能重复补偿。',
    'report.settled': '该上报已由其他管理员作出不同处理。',
    'report.too_old': '请选择最近七天内的时间。',
    'traffic.bad_range': '开始日期不能晚于结束日期，且范围不能超过 366 天。',
  },
}
