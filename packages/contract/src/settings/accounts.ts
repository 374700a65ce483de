import * as z from 'zod/mini'
import { choice, group, onOff, own, texts, whole } from './define.ts'

export const accounts = group({ en: 'Accounts', 'zh-CN': '账号' }, 'settings.security', {
  'account.register_with': choice({
    default: 'email',
    choices: {
      email: { en: 'E-mail', 'zh-CN': '邮箱' },
      phone: { en: 'Phone number', 'zh-CN': '手机号' },
      both: { en: 'E-mail or phone number', 'zh-CN': '邮箱或手机号' },
    },
    label: { en: 'Register with', 'zh-CN': '注册方式' },
    help: { en: 'Phone numbers are always verified and need working SMS.', 'zh-CN': '手机号必须验证，需先配置好短信发送。' },
  }),
  'account.verify_email': onOff({
    default: false,
    label: { en: 'Verify e-mail addresses', 'zh-CN': '验证邮箱' },
    help: {
      en: 'New members enter a code sent to their address. Needs working mail.',
      'zh-CN': '注册时须输入发送到邮箱的验证码。需先配置好邮件发送。',
    },
  }),
  'account.email_allowed': texts({
    default: [],
    most: 100,
    maxLength: 100,
    label: { en: 'Accepted e-mail domains', 'zh-CN': '允许的邮箱后缀' },
    help: {
      en: 'Such as gmail.com; subdomains are included. Leave empty to accept all. Existing members keep their addresses.',
      'zh-CN': '例如 qq.com，包含其子域名。留空则全部允许，已有会员不受影响。',
    },
  }),
  'account.email_refused': texts({
    default: [],
    most: 500,
    maxLength: 100,
    label: { en: 'Refused e-mail domains', 'zh-CN': '禁用的邮箱后缀' },
    help: {
      en: 'Providers of throw-away addresses, for example. Refused even if it is also among the accepted domains.',
      'zh-CN': '例如临时邮箱的后缀；即使同时在允许的后缀中，也会被拒绝。',
    },
  }),
  'account.claim_days': whole({
    default: 180,
    min: 0,
    max: 3650,
    unit: 'days',
    label: { en: 'Claim by link', 'zh-CN': '凭链接认领账号' },
    help: {
      en: 'Members moved from a panel without e-mail can make their account theirs with their subscription link, once, for so long after they moved. 0: they cannot.',
      'zh-CN': '从没有邮箱的面板迁来的会员，可在迁入后的这段时间内凭订阅链接认领账号，仅限一次。填 0 则关闭。',
    },
  }),
  'account.trial_plan': own({
    // A plan's id; 0: no trial.
    schema: z.int().check(z.gte(0)),
    default: 0,
    permission: 'settings.money',
    label: { en: 'Trial plan', 'zh-CN': '试用套餐' },
    help: {
      en: 'New members get it once, free of charge. Verify addresses, or one person can register again and again.',
      'zh-CN': '新会员注册时免费获得一次。请同时开启邮箱验证，以免有人反复注册。',
    },
  }),
  'account.trial_hours': whole({
    default: 24,
    min: 1,
    max: 8760,
    unit: 'hours',
    permission: 'settings.money',
    label: { en: 'Length of the trial', 'zh-CN': '试用时长' },
  }),
})
