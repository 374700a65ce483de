import * as z from 'zod/mini'
import type { Rule } from '../rule-texts.ts'
import { choice, group, onOff, secret, whole } from './define.ts'

export const nodes = group({ en: 'Nodes', 'zh-CN': '节点' }, 'nodes.write', {
  'node.pull_interval': whole({
    default: 60,
    min: 10,
    max: 600,
    unit: 'seconds',
    label: { en: 'Pull interval', 'zh-CN': '拉取间隔' },
    help: { en: 'How often nodes fetch members and settings.', 'zh-CN': '节点获取会员和配置的间隔。' },
  }),
  'node.push_interval': whole({
    default: 60,
    min: 10,
    max: 600,
    unit: 'seconds',
    label: { en: 'Push interval', 'zh-CN': '上报间隔' },
    help: { en: 'How often nodes report traffic.', 'zh-CN': '节点上报流量的间隔。' },
  }),
  'node.placeholder_user': onOff({
    default: true,
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
    label: { en: 'Nodes that are down, in new profiles', 'zh-CN': '新订阅中的故障节点' },
    help: { en: 'If all nodes of a group are down, they are kept.', 'zh-CN': '若权限组内的节点全部故障，则全部保留。' },
  }),
})

const oldToken = secret({
  maxLength: 255,
  label: { en: "The old panel's token", 'zh-CN': '旧面板的通信密钥' },
  help: {
    en: 'The one token that all its nodes share, of at least 16 characters. Each of them can speak for every node with a name of the old panel.',
    'zh-CN': '旧面板所有节点共用的密钥，至少 16 个字符。持有者可代表任何填写了旧面板名称的节点。',
  },
})

/** How node programs that were set up for another panel get in. */
export const oldPanel = group({ en: 'Moving from another panel', 'zh-CN': '从其他面板迁移' }, 'settings.security', {
  'node.old_programs': onOff({
    default: false,
    label: { en: "Accept the old panel's token", 'zh-CN': '接受旧面板的通信密钥' },
    help: {
      en: 'Node programs set up for the old panel then work with only the address changed. Switch it off when none of them is left below.',
      'zh-CN': '开启后，为旧面板配置的节点程序只需更改面板地址即可继续工作。待下方列表中不再有程序使用时，请将其关闭。',
    },
  }),
  'node.old_token': {
    ...oldToken,
    schema: oldToken.schema.check(z.refine((given) => given === '' || given.length >= 16, 'setting.short_token' satisfies Rule)),
  },
})

export const compensation = group({ en: 'Compensation for outages', 'zh-CN': '故障补偿' }, 'settings.money', {
  'compensation.enabled': onOff({
    default: false,
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
    label: { en: 'For outages of at least', 'zh-CN': '故障时长达到' },
  }),
  'compensation.kind': choice({
    default: 'days',
    choices: { days: { en: 'Days', 'zh-CN': '时长' }, traffic: { en: 'Traffic', 'zh-CN': '流量' } },
    label: { en: 'Members get', 'zh-CN': '补偿内容' },
  }),
  'compensation.days': whole({
    default: 1,
    min: 1,
    max: 90,
    unit: 'days',
    label: { en: 'Days', 'zh-CN': '补偿时长' },
    help: { en: 'Applies when members get days.', 'zh-CN': '补偿内容为时长时生效。' },
  }),
  'compensation.gb': whole({
    default: 10,
    min: 1,
    max: 10_000,
    unit: 'gb',
    label: { en: 'Traffic', 'zh-CN': '补偿流量' },
    help: { en: 'Applies when members get traffic.', 'zh-CN': '补偿内容为流量时生效。' },
  }),
})
