import { choice, group, onOff, secret } from './define.ts'

export const security = group({ en: 'Security', 'zh-CN': '安全' }, 'settings.security', {
  'security.require_signature': onOff({
    default: true,
    label: { en: 'Require signed requests', 'zh-CN': '要求请求签名' },
    help: {
      en: 'Requests from the web app must be signed. API tokens, nodes and payments are exempt.',
      'zh-CN': '网页请求须携带签名。API 令牌、节点和支付通知不受影响。',
    },
  }),
  'security.response_encryption': choice({
    default: 'on',
    choices: {
      off: { en: 'Off', 'zh-CN': '关闭' },
      on: { en: 'On request', 'zh-CN': '按需' },
      required: { en: 'Required', 'zh-CN': '必须' },
    },
    label: { en: 'Encrypted responses', 'zh-CN': '响应加密' },
    help: {
      en: "In addition to HTTPS. With “Required”, the site doesn't work without HTTPS.",
      'zh-CN': '在 HTTPS 之外再加密。选择“必须”后，非 HTTPS 访问将无法使用。',
    },
  }),
  'security.staff_second_factor': onOff({
    default: false,
    label: { en: 'Require a second factor for staff', 'zh-CN': '要求员工启用两步验证' },
    help: {
      en: "Staff without an authenticator app can't use the console until they set one up. This includes you.",
      'zh-CN': '未设置身份验证器的员工（包括您自己）须先完成设置才能使用管理后台。',
    },
  }),
  'security.metrics_token': secret({
    maxLength: 200,
    label: { en: 'Token for /metrics', 'zh-CN': '/metrics 访问令牌' },
    help: {
      en: "The bearer token Prometheus sends. Not set: the server's METRICS_TOKEN environment variable.",
      'zh-CN': 'Prometheus 抓取时携带的 Bearer 令牌。未设置时使用服务器环境变量 METRICS_TOKEN。',
    },
  }),
})
