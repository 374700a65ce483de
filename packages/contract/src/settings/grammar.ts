import * as z from 'zod/mini'
import type { Rule } from '../rule-texts.ts'
import { group, origin, secret, text } from './define.ts'

const permission = 'settings.security'

/** Setting: an origin that is not link-local, because clouds hand out a server's credentials there. */
export function elsewhere(given: Parameters<typeof origin>[0]) {
  const setting = origin(given)
  const rule: Rule = 'grammar.link_local'
  return { ...setting, schema: setting.schema.check(z.refine((address) => !isLinkLocal(address), rule)) }
}

/** Whether the host is in 169.254.0.0/16, however it is written, or in fe80::/10. */
function isLinkLocal(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return /^169\.254\.|^\[::ffff:a9fe:|^\[fe[89ab][0-9a-f]:/.test(host)
}

export const grammar = group(
  { en: 'Grammar check', 'zh-CN': '语法检查' },
  {
    'grammar.server_url': elsewhere({
      default: '',
      permission,
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
      permission,
      label: { en: 'User name', 'zh-CN': '用户名' },
      help: { en: 'Only for LanguageTool Premium.', 'zh-CN': '仅 LanguageTool Premium 需要。' },
    }),
    'grammar.secret': secret({
      maxLength: 500,
      permission,
      boundTo: ['grammar.server_url'],
      label: { en: 'API key', 'zh-CN': 'API 密钥' },
      help: { en: 'Sent with the user name; without one, neither is sent.', 'zh-CN': '与用户名一同发送；缺少任一项则都不发送。' },
    }),
  },
)
