import { choice, group, onOff, secret, text } from './define.ts'

export const challenge = group({ en: 'Bot protection', 'zh-CN': '人机验证' }, 'settings.security', {
  'challenge.provider': choice({
    default: 'altcha',
    choices: {
      altcha: { en: 'Built in (proof of work)', 'zh-CN': '内置（工作量证明）' },
      turnstile: { en: 'Cloudflare Turnstile', 'zh-CN': 'Cloudflare Turnstile' },
      recaptcha: { en: 'Google reCAPTCHA v2', 'zh-CN': 'Google reCAPTCHA v2' },
    },
    label: { en: 'Challenge', 'zh-CN': '验证方式' },
    help: {
      en: 'Asked for when someone tries too often. The built-in one needs no other service. The others need both keys below; until then the built-in one is used.',
      'zh-CN': '尝试过于频繁时要求验证。内置方式不依赖其他服务；其他方式需填写下面两个密钥，未填写时使用内置方式。',
    },
  }),
  'challenge.site_id': text({
    default: '',
    maxLength: 200,
    label: { en: 'Site key', 'zh-CN': '站点密钥' },
    help: { en: 'From Turnstile or reCAPTCHA. Visitors can see it.', 'zh-CN': '由 Turnstile 或 reCAPTCHA 提供，访客可见。' },
  }),
  'challenge.secret': secret({
    maxLength: 200,
    label: { en: 'Secret key', 'zh-CN': '通信密钥' },
    help: { en: 'From Turnstile or reCAPTCHA.', 'zh-CN': '由 Turnstile 或 reCAPTCHA 提供。' },
  }),
  'challenge.on_registration': onOff({
    default: false,
    label: { en: 'Always on registration', 'zh-CN': '注册时始终验证' },
  }),
  'challenge.before_codes': onOff({
    default: false,
    label: { en: 'Always before a code is sent', 'zh-CN': '发送验证码前始终验证' },
    help: { en: 'Protects your e-mail and SMS budget.', 'zh-CN': '避免邮件和短信被滥发。' },
  }),
})
