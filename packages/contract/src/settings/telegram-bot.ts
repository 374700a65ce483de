import * as z from 'zod/mini'
import type { Rule } from '../rule-texts.ts'
import { choice, elsewhere, group, onOff, secret, text, whole } from './define.ts'

const token = secret({
  maxLength: 120,
  boundTo: ['bot.api_url'],
  label: { en: 'Token', 'zh-CN': '令牌（Token）' },
  help: {
    en: 'Create a bot with @BotFather in Telegram. It gives you the token, such as 123456789:AAE1x9.',
    'zh-CN': '在 Telegram 中向 @BotFather 申请机器人即可获得，例如 123456789:AAE1x9。',
  },
})
const chatRule: Rule = 'bot.chat_id'
const chatId = (given: Omit<Parameters<typeof text>[0], 'default' | 'maxLength' | 'permission'>) => ({
  ...text({ ...given, default: '', maxLength: 20 }),
  schema: z.string().check(
    z.trim(),
    z.refine((id) => /^(-\d{5,18})?$/.test(id), chatRule),
  ),
})
const alert = (label: { en: string; 'zh-CN': string }) => onOff({ default: true, permission: 'settings.write', label })

/** `bot`, because `telegram` is the group of the sign-in site. */
export const bot = group({ en: 'Telegram bot', 'zh-CN': 'Telegram 机器人' }, 'settings.security', {
  'bot.on': onOff({
    default: false,
    label: { en: 'Turn the bot on', 'zh-CN': '启用机器人' },
    help: {
      en: 'Members connect it in their profile, then ask it for usage, link and tickets.',
      'zh-CN': '会员在个人资料页绑定后，可向机器人查询用量、订阅链接和工单。',
    },
  }),
  'bot.token': {
    ...token,
    schema: token.schema.check(z.refine((given) => /^(\d{1,20}:[\w-]{20,100})?$/.test(given), 'bot.token' satisfies Rule)),
  },
  'bot.mode': choice({
    default: 'polling',
    choices: {
      polling: { en: 'Portico asks Telegram', 'zh-CN': '主动拉取' },
      webhook: { en: 'Telegram calls Portico', 'zh-CN': 'Webhook 推送' },
    },
    label: { en: 'How messages arrive', 'zh-CN': '接收消息的方式' },
    help: {
      en: 'Asking works everywhere. Calls need a site address with https that Telegram can reach.',
      'zh-CN': '主动拉取在任何环境都可用；Webhook 需要 Telegram 能访问的 https 网站地址。',
    },
  }),
  'bot.api_url': elsewhere({
    default: 'https://api.telegram.org',
    label: { en: 'Bot API server', 'zh-CN': 'Bot API 服务器' },
    help: {
      en: 'Change it only if you run a Bot API server or a proxy of your own.',
      'zh-CN': '仅在自建 Bot API 服务器或代理时修改。',
    },
  }),
  'bot.group': chatId({
    label: { en: 'Group for members', 'zh-CN': '会员群组' },
    help: {
      en: 'Its id: open the group at web.telegram.org/a, where the address ends in it, such as -1001234567890. Make the bot an admin who may add members, and let people ask to join: members with an active plan get in. Leave empty for none.',
      'zh-CN':
        '群组 ID：在 web.telegram.org/a 打开该群，地址末尾即是，例如 -1001234567890。将机器人设为可添加成员的管理员，并开启入群申请：套餐有效的会员自动通过。留空则不启用。',
    },
  }),
  'bot.group_leave_days': whole({
    default: 0,
    min: 0,
    max: 365,
    unit: 'days',
    label: { en: 'Remove from the group after the plan ends', 'zh-CN': '套餐到期后移出群组' },
    help: {
      en: 'This many days after the end, the bot removes whom it let in. 0 means never.',
      'zh-CN': '到期满此天数后，机器人会移出由它放行的成员。0 表示从不移出。',
    },
  }),
  'bot.alert_tickets': alert({ en: 'Tell staff about tickets', 'zh-CN': '通知员工：工单' }),
  'bot.alert_nodes': alert({ en: 'Tell staff about nodes that fail or report too much', 'zh-CN': '通知员工：节点故障与异常上报' }),
  'bot.alert_money': {
    ...alert({ en: 'Tell staff about money that waits', 'zh-CN': '通知员工：待处理款项' }),
    help: {
      en: 'Payments to check, orders in review, withdrawals. Staff get what their role may see, in a private chat, once they have connected the bot in their profile.',
      'zh-CN': '待核对的付款、待审核的订单和提现申请。员工在个人资料页绑定机器人后，会在私聊中收到其角色可查看的内容。',
    },
  },
  'bot.backups': onOff({
    default: false,
    label: { en: 'Send backups', 'zh-CN': '发送备份文件' },
    help: {
      en: 'Each backup, still encrypted, goes to the private chats of staff who may see backups. Telegram takes up to 50 MB; of a larger one they learn where it is.',
      'zh-CN': '每次备份后，加密的备份文件会私聊发给有权查看备份的员工。Telegram 上限为 50 MB，超出时只告知存放位置。',
    },
  }),
  'bot.alert_chat': chatId({
    label: { en: 'Group for failing nodes', 'zh-CN': '节点故障通知群' },
    help: {
      en: 'The id, found in the same way, of a group of your staff that also gets the messages about nodes; nothing about members goes there. Leave empty for none.',
      'zh-CN': '同时接收节点故障消息的员工群 ID，查找方法同上；不会发送任何会员信息。留空则不发送。',
    },
  }),
})
