import { group, onOff } from './define.ts'

export const accounts = group(
  { en: 'Accounts', 'zh-CN': '账户' },
  {
    'account.verify_email': onOff({
      default: false,
      permission: 'settings.security',
      label: { en: 'Verify e-mail addresses', 'zh-CN': '验证邮箱' },
      help: {
        en: 'New members enter a code sent to their address. Needs working mail.',
        'zh-CN': '注册时须输入发送到邮箱的验证码。需先配置好邮件发送。',
      },
    }),
  },
)
