import * as z from 'zod/mini'
import type { ResetMode } from '../reset-mode.ts'
import { choice, group, link, onOff, origin, own, type Text, translated, whole } from './define.ts'

export const subscriptions = group({ en: 'Subscriptions', 'zh-CN': '订阅' }, 'settings.security', {
  'subscription.url': origin({
    default: '',
    label: { en: 'Subscription link address', 'zh-CN': '订阅链接地址' },
    help: {
      en: "A separate domain, for example https://sub.example.com. Leave empty for the site's address.",
      'zh-CN': '可使用独立域名，例如 https://sub.example.com。留空则使用网站地址。',
    },
  }),
  'subscription.update_hours': whole({
    default: 24,
    min: 1,
    max: 168,
    unit: 'hours',
    permission: 'settings.write',
    label: { en: 'Update interval', 'zh-CN': '更新间隔' },
    help: { en: 'How often apps update the subscription.', 'zh-CN': '客户端自动更新订阅的间隔。' },
  }),
  'subscription.unavailable': choice({
    default: 'notice',
    choices: {
      notice: { en: 'Return a profile with the reason', 'zh-CN': '返回说明原因的配置' },
      refuse: { en: 'Refuse with a message', 'zh-CN': '拒绝并返回文字说明' },
    },
    permission: 'settings.write',
    label: { en: 'Expired or suspended members', 'zh-CN': '过期或停用的会员' },
    help: { en: 'What their apps receive.', 'zh-CN': '客户端更新订阅时得到的内容。' },
  }),
  'subscription.browser_page': onOff({
    default: true,
    permission: 'settings.write',
    label: { en: 'Page for browsers', 'zh-CN': '浏览器页面' },
    help: {
      en: 'A link opened in a browser shows the plan, its usage and buttons to add it to apps. Off: the browser gets the profile.',
      'zh-CN': '在浏览器中打开订阅链接时，显示套餐、用量和导入按钮。关闭后浏览器直接得到配置内容。',
    },
  }),
  'subscription.info_nodes': onOff({
    default: false,
    permission: 'settings.write',
    label: { en: 'Traffic and end as nodes', 'zh-CN': '以节点显示流量和到期' },
    help: {
      en: 'Two entries that lead nowhere, first in lists of share links, for apps that show nothing else.',
      'zh-CN': '在通用链接列表最前面加入两个不可用的条目，供无法显示用量的客户端使用。',
    },
  }),
  'subscription.hwid': choice({
    default: 'count',
    choices: {
      limit: { en: 'Count them and limit them by the plan', 'zh-CN': '计入设备数，并按套餐限制' },
      count: { en: 'Show them only', 'zh-CN': '仅显示，不限制' },
      off: { en: 'Ignore them', 'zh-CN': '忽略' },
    },
    permission: 'settings.write',
    label: { en: 'Device ids that apps send', 'zh-CN': '客户端上报的设备标识' },
    help: {
      en: 'Many apps send an id with the link (x-hwid). With a limit, a further device gets an entry that says which devices hold the places. An id can be copied: only links of their own keep devices apart.',
      'zh-CN':
        '许多客户端更新订阅时会发送设备标识（x-hwid）。启用限制后，超出的设备只会得到一条提示，说明名额被哪些设备占用。标识可以复制，只有独立链接能真正区分设备。',
    },
  }),
  'subscription.shared_days': whole({
    default: 0,
    min: 0,
    max: 365,
    unit: 'days',
    permission: 'settings.write',
    label: { en: 'Shared link after the first device', 'zh-CN': '添加设备后共享链接保留' },
    help: {
      en: 'How long a member’s shared link goes on once a device has a link of its own. 0: for good.',
      'zh-CN': '会员添加第一台独立链接的设备后，原共享链接继续有效的天数。填 0 则一直有效。',
    },
  }),
  'subscription.support_url': link({
    default: '',
    permission: 'content.write',
    label: { en: 'Support link in apps', 'zh-CN': '客户端中的客服链接' },
    help: { en: 'Leave empty for the service page.', 'zh-CN': '留空则使用客服页面。' },
  }),
  ...translated('subscription.announce', {
    default: '',
    maxLength: 200,
    permission: 'content.write',
    label: { en: 'Announcement in apps', 'zh-CN': '客户端公告' },
    help: { en: 'Shown by Happ and v2RayTun. Leave empty for none.', 'zh-CN': '由 Happ 和 v2RayTun 显示。留空则不显示。' },
  }),
  'subscription.naive': choice({
    default: 'makers',
    choices: {
      makers: { en: 'Official sing-box apps', 'zh-CN': '仅 sing-box 官方客户端' },
      any: { en: 'Every sing-box from 1.13 on', 'zh-CN': '所有 1.13 及以上的 sing-box' },
    },
    permission: 'settings.write',
    label: { en: 'Naive nodes go to', 'zh-CN': 'Naive 节点下发给' },
    help: {
      en: 'A sing-box built without naive refuses the whole profile because of one such node.',
      'zh-CN': '未编译 naive 的 sing-box 会因为一个 naive 节点而拒绝整份配置。',
    },
  }),
  'subscription.reset_mode': choice({
    default: 'monthly',
    choices: {
      monthly: { en: 'Each month, on the day the plan began', 'zh-CN': '每月，按套餐开始的日期' },
      first_of_month: { en: 'On the first of each month', 'zh-CN': '每月 1 日' },
      yearly: { en: 'Each year, on the day the plan began', 'zh-CN': '每年，按套餐开始的日期' },
      january_first: { en: 'On January 1', 'zh-CN': '每年 1 月 1 日' },
      never: { en: 'Only when a new term begins', 'zh-CN': '仅在新的有效期开始时' },
    } satisfies Record<ResetMode, Text>,
    permission: 'settings.write',
    label: { en: 'When traffic resets', 'zh-CN': '流量重置时间' },
    help: {
      en: "At midnight in the site's time zone. A plan can have its own choice. Members keep their resets until their next term.",
      'zh-CN': '在网站时区的零点重置，套餐可单独设置。现有会员在下一个有效期前保持不变。',
    },
  }),
  'subscription.expiry_notice_days': own({
    schema: z.array(z.int().check(z.gte(1), z.lte(30))).check(z.maxLength(5)),
    default: [7, 3, 1],
    permission: 'settings.write',
    label: { en: 'Expiry reminders', 'zh-CN': '到期提醒' },
    help: {
      en: 'Days before the end when a member without automatic renewal is reminded. Up to five; none: no reminders.',
      'zh-CN': '未开启自动续费的会员，在到期前多少天收到提醒，最多五次；留空则不提醒。',
    },
  }),
  'subscription.alarm_networks': whole({
    default: 10,
    min: 1,
    max: 1000,
    permission: 'settings.write',
    label: { en: 'Daily networks per link', 'zh-CN': '每日网络数上限' },
    help: {
      en: 'A link fetched from more networks than this in a day is marked as possibly shared.',
      'zh-CN': '一天内获取同一链接的网络超过此数时，标记为疑似共享。',
    },
  }),
})

export const usage = group({ en: 'Usage and check-in', 'zh-CN': '用量与签到' }, 'settings.money', {
  'usage.alert_thresholds': own({
    schema: z.array(z.int().check(z.gte(1), z.lte(100))).check(z.maxLength(5)),
    default: [80, 95],
    permission: 'settings.write',
    label: { en: 'Alert members at', 'zh-CN': '用量提醒阈值' },
    help: {
      en: 'Percent of traffic used. Each level alerts once per cycle. Up to five; none: no alerts.',
      'zh-CN': '已用流量的百分比，每个周期各提醒一次，最多五档；留空则不提醒。',
    },
  }),
  'usage.kept_months': whole({
    default: 0,
    min: 0,
    max: 120,
    label: { en: 'Months of daily traffic kept', 'zh-CN': '每日流量保留月数' },
    help: {
      en: 'Whole months besides the current one. What is older is deleted every night, for good. 0: everything is kept.',
      'zh-CN': '不含当月。更早的记录每晚删除，无法恢复；填 0 则永久保留。',
    },
  }),
  'checkin.enabled': onOff({
    default: false,
    label: { en: 'Daily check-in', 'zh-CN': '每日签到' },
    help: {
      en: 'Once a day, members with an active plan can get a random amount of traffic for the cycle.',
      'zh-CN': '套餐生效中的会员每天可签到一次，随机获得本周期流量。',
    },
  }),
  'checkin.min_mb': whole({
    default: 10,
    min: 1,
    max: 100_000,
    unit: 'mb',
    label: { en: 'Check-in minimum', 'zh-CN': '签到最少获得' },
  }),
  'checkin.max_mb': whole({
    default: 50,
    min: 1,
    max: 100_000,
    unit: 'mb',
    label: { en: 'Check-in maximum', 'zh-CN': '签到最多获得' },
  }),
})
