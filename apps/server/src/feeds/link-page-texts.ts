import type { Language } from '@portico/contract/translations'
import type { Device } from '@portico/contract/subscriptions'
import type { Refusal } from './refusals.ts'

type Texts = {
  title: string
  plan: string
  noPlan: string
  permanent: string
  until: (day: string) => string
  used: (used: string, all: string) => string
  import: (device: string) => string
  importTo: (app: string) => string
  get: (app: string) => string
  others: string
  scan: string
  link: string
  copy: string
  copied: string
  secret: string
  /** For members who came without an address. */
  claim: string
  claimText: string
  claimNow: string
  /** In the browser of a chat, which opens no app. */
  openOutside: string
  openOutsideText: string
  help: string
  account: string
  devices: Record<Device, string>
  refused: Record<Refusal, string>
}

/** The words of the page that a subscription link shows in a browser. */
export const linkPageTexts: Record<Language, Texts> = {
  en: {
    title: 'Your subscription',
    plan: 'Plan',
    noPlan: 'No plan',
    permanent: 'Does not expire',
    until: (day) => `Valid until ${day}`,
    used: (used, all) => `${used} of ${all} used`,
    import: (device) => `Add to an app on ${device}`,
    importTo: (app) => `Add to ${app}`,
    get: (app) => `Get ${app}`,
    others: 'Apps for other devices',
    scan: 'Scan with another device',
    link: 'Paste this link into your app',
    copy: 'Copy the link',
    copied: 'Copied',
    secret: 'Anyone with this link can use your plan. Do not share it.',
    claim: 'Make this account yours',
    claimText:
      'Add an e-mail address and a password, so that you can log in, renew and get help. Your apps go on as they are. This works once.',
    claimNow: 'Claim this account',
    openOutside: 'Open this page in your browser',
    openOutsideText:
      'This app cannot add the link to another app. Tap its menu (⋯ or ⋮) and choose to open the page in your browser, or copy the link.',
    help: 'Help',
    account: 'Manage your plan',
    devices: { ios: 'iPhone and iPad', android: 'Android', windows: 'Windows', mac: 'Mac', linux: 'Linux' },
    refused: {
      none: 'This account has no active plan.',
      expired: 'This subscription has expired. Please renew it.',
      banned: 'This account is suspended. Please contact support.',
      places: 'The devices with links of their own hold all places of this plan. Sign in on our site to free one.',
      ended: 'This link has ended, because each device has a link of its own. Sign in on our site to add this device.',
    },
  },
  'zh-CN': {
    title: '我的订阅',
    plan: '套餐',
    noPlan: '暂无套餐',
    permanent: '长期有效',
    until: (day) => `有效期至 ${day}`,
    used: (used, all) => `已用 ${used}，共 ${all}`,
    import: (device) => `导入到${device}上的客户端`,
    importTo: (app) => `导入到 ${app}`,
    get: (app) => `下载 ${app}`,
    others: '其他设备的客户端',
    scan: '用其他设备扫码',
    link: '将此链接粘贴到客户端',
    copy: '复制链接',
    copied: '已复制',
    secret: '任何人拿到此链接都能使用您的套餐，请勿分享。',
    claim: '认领此账号',
    claimText: '绑定邮箱并设置密码后，即可登录续费、联系客服。客户端无需任何改动，仅可认领一次。',
    claimNow: '立即认领',
    openOutside: '请在浏览器中打开',
    openOutsideText: '当前应用无法打开客户端。请点击右上角的“⋯”，选择“在浏览器中打开”，或直接复制链接。',
    help: '使用帮助',
    account: '管理套餐',
    devices: { ios: ' iPhone 和 iPad ', android: ' Android 设备', windows: ' Windows ', mac: ' Mac ', linux: ' Linux ' },
    refused: {
      none: '该账号没有生效中的套餐。',
      expired: '订阅已到期，请续费。',
      banned: '该账号已停用，请联系客服。',
      places: '套餐的设备名额已用完，请登录网站移除一台设备。',
      ended: '每台设备已有独立链接，此链接已停用。请登录网站添加本设备。',
    },
  },
}
