import { elsewhere, group, secret, text } from './define.ts'

export const grammar = group({ en: 'Grammar check', 'zh-CN': '语法检查' }, 'settings.security', {
  'grammar.server_url': elsewhere({
    default: '',
    label: { en: 'LanguageTool server', 'zh-CN': 'LanguageTool 服务器' },
    help: {
      en: 'For example http://127.0.0.1:8010 or https://api.languagetool.org. It gets the texts of members. Leave empty for the built-in checker, which knows English only; texts then stay on this server.',
      'zh-CN':
        '例如 http://127.0.0.1:8010 或 https://api.languagetool.org，会员的文本会发送到该服务器。留空则使用内置检查器：仅支持英文，文本不会离开本服务器。',
    },
  }),
  'grammar.user': text({
    default: '',
    maxLength: 200,
    label: { en: 'User name', 'zh-CN': '用户名' },
    help: { en: 'Only for LanguageTool Premium.', 'zh-CN': '仅 LanguageTool Premium 需要。' },
  }),
  'grammar.secret': secret({
    maxLength: 500,
    boundTo: ['grammar.server_url'],
    label: { en: 'API key', 'zh-CN': 'API 密钥' },
    help: { en: 'Sent with the user name; without one, neither is sent.', 'zh-CN': '与用户名一同发送；缺少任一项则都不发送。' },
  }),
})
