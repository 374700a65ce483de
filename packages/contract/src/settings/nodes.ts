import { choice, group, onOff, whole } from './define.ts'

export const nodes = group(
  { en: 'Nodes', 'zh-CN': '节点' },
  {
    'node.pull_interval': whole({
      default: 60,
      min: 10,
      max: 600,
      unit: 'seconds',
      permission: 'nodes.write',
      label: { en: 'Pull interval', 'zh-CN': '拉取间隔' },
      help: { en: 'How often nodes fetch members and settings.', 'zh-CN': '节点获取会员和配置的间隔。' },
    }),
    'node.push_interval': whole({
      default: 60,
      min: 10,
      max: 600,
      unit: 'seconds',
      permission: 'nodes.write',
      label: { en: 'Push interval', 'zh-CN': '上报间隔' },
      help: { en: 'How often nodes report traffic.', 'zh-CN': '节点上报流量的间隔。' },
    }),
    'node.placeholder_user': onOff({
      default: true,
      permission: 'nodes.write',
      label: { en: 'Placeholder for empty nodes', 'zh-CN': '空列表时下发占位条目' },
      help: {
        en: 'For node software that rejects an empty member list: it gets one random entry that no one can use.',
        'zh-CN': '部分节点程序不接受空的会员列表，开启后会下发一个无人可用的占位条目。',
      },
    }),
    'node.offline_after': whole({
      default: 300,
      min: 60,
      max: 3600,
      unit: 'seconds',
      permission: 'nodes.write',
      label: { en: 'Offline after', 'zh-CN': '判定故障时长' },
      help: {
        en: 'A node with no contact for this long counts as down. Never less than three pull intervals.',
        'zh-CN': '节点失联超过此时长即视为故障，且不少于三个拉取间隔。',
      },
    }),
    'node.line_speed': whole({
      default: 10_000,
      min: 1,
      max: 80_000,
      unit: 'mbps',
      permission: 'nodes.write',
      label: { en: 'Line speed', 'zh-CN': '线路带宽' },
      help: {
        en: 'Reports above this speed are held until you decide. Each node can have its own.',
        'zh-CN': '上报流量超出该带宽所能承载的部分会被暂存，由您决定是否计费。各节点可单独设置。',
      },
    }),
    'node.offline_in_links': choice({
      default: 'leave_out',
      choices: {
        leave_out: { en: 'Leave them out', 'zh-CN': '不下发' },
        mark: { en: 'Mark the name', 'zh-CN': '在名称前加标记' },
        keep: { en: 'Keep them', 'zh-CN': '照常下发' },
      },
      permission: 'nodes.write',
      label: { en: 'Nodes that are down, in new profiles', 'zh-CN': '新订阅中的故障节点' },
      help: { en: 'If all nodes of a group are down, they are kept.', 'zh-CN': '若权限组内的节点全部故障，则全部保留。' },
    }),
  },
)

export const compensation = group(
  { en: 'Compensation for outages', 'zh-CN': '故障补偿' },
  {
    'compensation.enabled': onOff({
      default: false,
      permission: 'settings.money',
      label: { en: 'Compensate automatically', 'zh-CN': '自动补偿' },
      help: {
        en: "When a long outage ends, each member with an active plan in the node's groups is compensated once.",
        'zh-CN': '较长的故障恢复后，节点所属权限组内套餐有效的会员各获得一次补偿。',
      },
    }),
    'compensation.minutes': whole({
      default: 60,
      min: 5,
      max: 10_080,
      unit: 'minutes',
      permission: 'settings.money',
      label: { en: 'For outages of at least', 'zh-CN': '故障时长达到' },
    }),
    'compensation.kind': choice({
      default: 'days',
      choices: { days: { en: 'Days', 'zh-CN': '时长' }, traffic: { en: 'Traffic', 'zh-CN': '流量' } },
      permission: 'settings.money',
      label: { en: 'Members get', 'zh-CN': '补偿内容' },
    }),
    'compensation.days': whole({
      default: 1,
      min: 1,
      max: 90,
      unit: 'days',
      permission: 'settings.money',
      label: { en: 'Days', 'zh-CN': '补偿时长' },
      help: { en: 'Applies when members get days.', 'zh-CN': '补偿内容为时长时生效。' },
    }),
    'compensation.gb': whole({
      default: 10,
      min: 1,
      max: 10_000,
      unit: 'gb',
      permission: 'settings.money',
      label: { en: 'Traffic', 'zh-CN': '补偿流量' },
      help: { en: 'Applies when members get traffic.', 'zh-CN': '补偿内容为流量时生效。' },
    }),
  },
)
