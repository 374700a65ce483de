import type { CodePurpose } from '@portico/contract/codes'
import type { MessageTemplate, ReminderTemplate } from '@portico/contract/message-placeholders'
import type { MessageText } from '@portico/contract/messages-admin'
import type { Language } from '@portico/contract/translations'
import type { ClosingStep, SignInChange } from './message.ts'
import { reminderFoot, reminderTexts } from './reminder-texts.ts'

/**
 * A built-in text. A paragraph of only `{{code}}` is set large; one that ends in `{{link}}` becomes a button. `foot`: why the recipient
 * gets the mail; not editable.
 */
type Builtin = MessageText & { foot: string }

const ownTexts: Record<Language, Record<Exclude<MessageTemplate, ReminderTemplate>, Builtin>> = {
  en: {
    code: {
      subject: 'Your code for {{site}}',
      text: '{{purpose}}\n\n{{code}}\n\nIt works once, for {{minutes}} minutes. Never share it: our staff will not ask for it.',
      sms: '{{code}} is your code for {{site}}. It works for {{minutes}} minutes. Never share it.',
      foot: 'You get this mail because someone entered your address at {{site}}. If it was not you, do nothing: without the code nothing happens.',
    },
    address_taken: {
      subject: 'You already have an account at {{site}}',
      text: 'Someone, probably you, tried to register with this address. It already has an account, so no new one was made.\n\nLog in: {{link}}\n\nIf you have forgotten your password, you can choose a new one there.',
      sms: 'This number already has an account at {{site}}: {{link}}',
      foot: 'You get this mail because someone entered your address at {{site}}. If it was not you, do nothing.',
    },
    new_device: {
      subject: 'New login to your {{site}} account',
      text: 'Someone logged in to your account from a device we did not know.\n\nDevice: {{device}}\nPlace: {{place}}\nTime: {{time}}\n\nIf it was you, do nothing. If not, log everyone out and choose a new password:\n\nThis wasn’t me: {{link}}',
      sms: '{{site}}: new login from {{device}}, {{place}}. Not you? {{link}}',
      foot: 'You get this mail because you have an account at {{site}}.',
    },
    password_changed: {
      subject: 'Your {{site}} password was changed',
      text: 'The password of your account was changed on {{time}}. All other devices were logged out.\n\nIf it was not you, take your account back now. This logs everyone out and undoes what was added since:\n\nThis wasn’t me: {{link}}',
      sms: '{{site}}: your password was changed. Not you? {{link}}',
      foot: 'You get this mail because you have an account at {{site}}.',
    },
    address_changed: {
      subject: 'The address of your {{site}} account was changed',
      text: 'The addresses of your account were changed on {{time}}.\n\nIf it was not you, you can undo it within 24 hours:\n\nUndo the change: {{link}}',
      sms: '{{site}}: your account’s address was changed. Not you? Undo within 24 hours: {{link}}',
      foot: 'You get this mail because this was the address of your {{site}} account.',
    },
    sign_in_changed: {
      subject: 'The ways to log in to your {{site}} account were changed',
      text: '{{what}}\n\nTime: {{time}}\n\nIf it was not you, take your account back now. This logs everyone out and undoes what was added since:\n\nThis wasn’t me: {{link}}',
      sms: '{{site}}: {{what}} Not you? {{link}}',
      foot: 'You get this mail because you have an account at {{site}}.',
    },
    account_closing: {
      subject: 'About closing your {{site}} account',
      text: '{{what}}\n\nTo change this, or if it was not you, open your account page:\n\nMy account: {{link}}',
      sms: '{{site}}: {{what}} {{link}}',
      foot: 'You get this mail because you have an account at {{site}}.',
    },
    test: {
      subject: 'Test from {{site}}',
      text: 'This is a test. If you can read it, messages from {{site}} arrive.\n\nSent: {{time}}',
      sms: 'Test from {{site}}: messages arrive.',
      foot: 'You get this mail because someone at {{site}} asked for a test.',
    },
  },
  'zh-CN': {
    code: {
      subject: '{{site}} 验证码',
      text: '{{purpose}}\n\n{{code}}\n\n验证码仅可使用一次，{{minutes}} 分钟内有效。请勿告知他人，工作人员不会向您索取。',
      sms: '{{site}} 验证码 {{code}}，{{minutes}} 分钟内有效，请勿告知他人。',
      foot: '有人在 {{site}} 填写了您的邮箱，因此您收到此邮件。如非本人操作，无需理会，没有验证码不会发生任何变化。',
    },
    address_taken: {
      subject: '您已有 {{site}} 账号',
      text: '有人（可能是您本人）用这个地址注册账号。该地址已有账号，因此没有创建新账号。\n\n登录：{{link}}\n\n如果忘记了密码，可以在登录页重设。',
      sms: '该号码已有 {{site}} 账号，请直接登录：{{link}}',
      foot: '有人在 {{site}} 填写了您的邮箱，因此您收到此邮件。如非本人操作，无需理会。',
    },
    new_device: {
      subject: '您的 {{site}} 账号在新设备登录',
      text: '您的账号在一台我们不认识的设备上登录。\n\n设备：{{device}}\n地点：{{place}}\n时间：{{time}}\n\n如是您本人，无需理会。如非本人，请退出所有设备并重设密码：\n\n不是我本人：{{link}}',
      sms: '{{site}}：账号在新设备登录（{{device}}，{{place}}）。如非本人：{{link}}',
      foot: '您是 {{site}} 的会员，因此收到此邮件。',
    },
    password_changed: {
      subject: '您的 {{site}} 密码已修改',
      text: '您的账号密码已于 {{time}} 修改，其他设备均已退出登录。\n\n如非本人操作，请立即找回账号。所有设备将退出登录，此后新增的登录方式也会移除：\n\n不是我本人：{{link}}',
      sms: '{{site}}：您的密码已修改。如非本人操作：{{link}}',
      foot: '您是 {{site}} 的会员，因此收到此邮件。',
    },
    address_changed: {
      subject: '您的 {{site}} 登录邮箱已更换',
      text: '您账号的登录邮箱已于 {{time}} 更换。\n\n如非本人操作，可在 24 小时内撤销：\n\n撤销更改：{{link}}',
      sms: '{{site}}：账号地址已更改。如非本人操作，请在 24 小时内撤销：{{link}}',
      foot: '该地址此前属于您的 {{site}} 账号，因此您收到此邮件。',
    },
    sign_in_changed: {
      subject: '您的 {{site}} 账号登录方式已更改',
      text: '{{what}}\n\n时间：{{time}}\n\n如非本人操作，请立即找回账号。所有设备将退出登录，此后新增的登录方式也会移除：\n\n不是我本人：{{link}}',
      sms: '{{site}}：{{what}}如非本人操作：{{link}}',
      foot: '您是 {{site}} 的会员，因此收到此邮件。',
    },
    account_closing: {
      subject: '关于注销您的 {{site}} 账号',
      text: '{{what}}\n\n如需更改，或并非本人操作，请打开账号页面：\n\n我的账号：{{link}}',
      sms: '{{site}}：{{what}}{{link}}',
      foot: '您是 {{site}} 的会员，因此收到此邮件。',
    },
    test: {
      subject: '{{site}} 测试消息',
      text: '这是一条测试消息。您能看到它，说明 {{site}} 的消息可以送达。\n\n发送时间：{{time}}',
      sms: '{{site}} 测试短信，消息可以送达。',
      foot: '有人在 {{site}} 请求发送测试，因此您收到此邮件。',
    },
  },
}

export const builtinTexts: Record<Language, Record<MessageTemplate, Builtin>> = {
  en: { ...ownTexts.en, ...footed('en') },
  'zh-CN': { ...ownTexts['zh-CN'], ...footed('zh-CN') },
}

function footed(language: Language): Record<ReminderTemplate, Builtin> {
  const foot = reminderFoot[language]
  const entries = Object.entries(reminderTexts[language]).map(([template, text]) => [template, { ...text, foot }])
  return Object.fromEntries(entries) as Record<ReminderTemplate, Builtin>
}

/** Texts for `{{purpose}}`. */
export const purposeTexts: Record<Language, Record<CodePurpose, string>> = {
  en: {
    register: 'Enter this code to create your account:',
    claim: 'Enter this code to make the subscription yours:',
    login: 'Enter this code to log in:',
    reset: 'Enter this code to choose a new password:',
    bind: 'Enter this code to use this address for your account:',
    confirm: 'Enter this code to confirm that it is you:',
  },
  'zh-CN': {
    register: '请输入以下验证码完成注册：',
    claim: '请输入以下验证码认领账号：',
    login: '请输入以下验证码登录：',
    reset: '请输入以下验证码重设密码：',
    bind: '请输入以下验证码，将此地址用于您的账号：',
    confirm: '请输入以下验证码，确认是您本人操作：',
  },
}

/** Texts for `{{what}}`. `{{host}}`: host of the sign-in site. */
export const signInChangeTexts: Record<Language, Record<SignInChange, string>> = {
  en: {
    authenticator_added: 'An authenticator app was set up for your account.',
    authenticator_removed: 'The authenticator app was removed from your account.',
    passkey_added: 'A passkey was added to your account.',
    passkey_removed: 'A passkey was removed from your account.',
    site_added: 'Your account at {{host}} was connected. It can now be used to log in.',
    site_removed: 'Your account at {{host}} was disconnected. It can no longer be used to log in.',
    telegram_added: 'A Telegram chat was connected to your account. It shows your usage and your subscription link.',
    telegram_removed: 'The Telegram chat was disconnected from your account.',
    password_removed:
      'You proved that this address is yours, for the first time and in a new browser. To be safe, the password and everything else that opened the account was removed.',
    email_removed: 'The e-mail address was removed from your account.',
    phone_removed: 'The phone number was removed from your account.',
  },
  'zh-CN': {
    authenticator_added: '您的账号已开启身份验证器。',
    authenticator_removed: '您的账号已关闭身份验证器。',
    passkey_added: '您的账号已添加通行密钥。',
    passkey_removed: '您的账号已删除一个通行密钥。',
    site_added: '您的账号已绑定 {{host}} 账号，可用其登录。',
    site_removed: '您的账号已解除与 {{host}} 账号的绑定。',
    telegram_added: '您的账号已绑定 Telegram。在该对话中可以查看用量和订阅链接。',
    telegram_removed: '您的账号已解除 Telegram 绑定。',
    password_removed: '您首次在新浏览器中验证了此地址。为安全起见，原密码和其他登录方式已移除。',
    email_removed: '您的账号已移除邮箱。',
    phone_removed: '您的账号已移除手机号。',
  },
}

/** Texts for the steps of closing an account. */
export const closingTexts: Record<Language, Record<ClosingStep, string>> = {
  en: {
    asked: 'Your account closes on {{time}}. Until then it works as before, and you can keep it with one click.',
    undone: 'Your account stays open. It will not be closed.',
    called_off: 'Your account stays open: there is more in it than you agreed to give up.',
  },
  'zh-CN': {
    asked: '您的账号将于 {{time}} 注销。在此之前可照常使用，也可以随时一键撤销。',
    undone: '您的账号已保留，不会注销。',
    called_off: '您的账号未注销，已为您保留：账号中有您未确认放弃的新增内容。',
  },
}
