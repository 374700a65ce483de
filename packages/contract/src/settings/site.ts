import * as z from 'zod/mini'
import { Currency } from '../money.ts'
import { email, group, onOff, origin, own, translated } from './define.ts'

const Zone = z.string().check(
  z.refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
    } catch {
      return false
    }
  }),
)

export const site = group({ en: 'Site', 'zh-CN': '网站' }, 'settings.security', {
  ...translated('site.title', {
    default: 'Portico',
    minLength: 1,
    maxLength: 60,
    permission: 'content.write',
    label: { en: 'Site name', 'zh-CN': '网站名称' },
  }),
  'site.email': email({
    default: '',
    permission: 'content.write',
    label: { en: 'Contact e-mail', 'zh-CN': '联系邮箱' },
    help: { en: 'Shown to visitors. Leave empty to hide it.', 'zh-CN': '展示给访客，留空则不显示。' },
  }),
  'site.url': origin({
    default: '',
    label: { en: 'Site address', 'zh-CN': '网站地址' },
    help: {
      en: 'Used in links and payment notifications, for example https://example.com. Leave empty for the address set when the server started.',
      'zh-CN': '用于链接和支付通知，例如 https://example.com。留空则使用启动时配置的地址。',
    },
  }),
  'site.currency': own({
    schema: Currency,
    default: 'CNY',
    permission: 'settings.money',
    label: { en: 'Currency', 'zh-CN': '货币' },
    help: {
      en: "It can't be changed while there are balances, open orders, paid plans, prices or other amounts in it.",
      'zh-CN': '有余额、未完成订单、生效中的付费套餐、价格等金额时不可更改。',
    },
  }),
  'site.timezone': own({
    schema: Zone,
    default: 'Asia/Shanghai',
    permission: 'settings.write',
    label: { en: 'Time zone', 'zh-CN': '时区' },
    help: { en: 'Used for daily traffic and plan end dates.', 'zh-CN': '流量统计和套餐到期按此时区计算。' },
  }),
  'site.registration_open': onOff({
    default: true,
    label: { en: 'Open registration', 'zh-CN': '开放注册' },
    help: { en: 'When off, only staff can create accounts.', 'zh-CN': '关闭后只能由团队成员创建账号。' },
  }),
  'site.closed': onOff({
    default: false,
    label: { en: 'Close site', 'zh-CN': '关闭网站' },
    help: {
      en: 'Members and visitors see the closed page. Subscriptions, nodes, payments and the console keep working.',
      'zh-CN': '会员和访客会看到关站页面。订阅、节点、支付通知和管理后台照常运行。',
    },
  }),
})
