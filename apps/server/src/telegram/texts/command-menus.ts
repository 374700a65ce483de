import type { Language } from '@portico/contract/translations'

type Menu = { command: string; description: string }[]

/** The commands as Telegram lists them, per language. */
export const commandMenus: Record<Language, Menu> = {
  en: [
    { command: 'usage', description: 'Plan, traffic and days left' },
    { command: 'link', description: 'Your subscription link' },
    { command: 'doctor', description: 'Find out why it does not connect' },
    { command: 'renew', description: 'Renew your plan' },
    { command: 'plans', description: 'Plans and prices' },
    { command: 'tickets', description: 'Ask our support' },
    { command: 'checkin', description: 'Today’s free traffic' },
    { command: 'language', description: 'English or 中文' },
    { command: 'unbind', description: 'Disconnect this chat' },
  ],
  'zh-CN': [
    { command: 'usage', description: '套餐、流量和剩余天数' },
    { command: 'link', description: '获取订阅链接' },
    { command: 'doctor', description: '检查连接问题' },
    { command: 'renew', description: '续费套餐' },
    { command: 'plans', description: '套餐与价格' },
    { command: 'tickets', description: '联系客服' },
    { command: 'checkin', description: '每日签到领流量' },
    { command: 'language', description: '中文 / English' },
    { command: 'unbind', description: '解除绑定' },
  ],
}
