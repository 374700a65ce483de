import * as z from 'zod/mini'
import { type Text, group, onOff, secret, text } from './define.ts'

const isOn = (name: string) =>
  onOff({
    default: false,
    label: { en: `Log in with ${name}`, 'zh-CN': `使用 ${name} 登录` },
  })
const clientId = (help: Text) => text({ default: '', maxLength: 300, label: { en: 'Client ID', 'zh-CN': '客户端 ID' }, help })
const clientSecret = (given: { boundTo?: string[] } = {}) =>
  secret({ maxLength: 500, label: { en: 'Client secret', 'zh-CN': '客户端密钥' }, ...given })

export const google = group({ en: 'Google', 'zh-CN': 'Google 登录' }, 'settings.security', {
  'oauth.google_on': isOn('Google'),
  'oauth.google_client_id': clientId({
    en: 'From the Google Cloud console: “OAuth client ID”, type “Web application”.',
    'zh-CN': '在 Google Cloud 控制台创建“OAuth 客户端 ID”，类型选“Web 应用”。',
  }),
  'oauth.google_client_secret': clientSecret(),
})

export const apple = group({ en: 'Apple', 'zh-CN': 'Apple 登录' }, 'settings.security', {
  'oauth.apple_on': isOn('Apple'),
  'oauth.apple_client_id': text({
    default: '',
    maxLength: 300,
    label: { en: 'Services ID', 'zh-CN': 'Services ID' },
    help: {
      en: 'For example com.example.web, from the Apple Developer site.',
      'zh-CN': '例如 com.example.web，在 Apple 开发者网站创建。',
    },
  }),
  'oauth.apple_team': text({ default: '', maxLength: 40, label: { en: 'Team ID', 'zh-CN': '团队 ID' } }),
  'oauth.apple_kid': text({
    default: '',
    maxLength: 40,
    label: { en: 'Key ID', 'zh-CN': '密钥 ID' },
    help: { en: 'Of the key for “Sign in with Apple”.', 'zh-CN': '“通过 Apple 登录”所用密钥的 ID。' },
  }),
  'oauth.apple_private_key': secret({
    maxLength: 2000,
    label: { en: 'Private key', 'zh-CN': '私钥' },
    help: { en: 'The whole text of the .p8 file.', 'zh-CN': '.p8 文件的全部内容。' },
  }),
})

export const github = group({ en: 'GitHub', 'zh-CN': 'GitHub 登录' }, 'settings.security', {
  'oauth.github_on': isOn('GitHub'),
  'oauth.github_client_id': clientId({
    en: 'From GitHub: Settings, Developer settings, OAuth Apps.',
    'zh-CN': '在 GitHub 的 Settings → Developer settings → OAuth Apps 中创建。',
  }),
  'oauth.github_client_secret': clientSecret(),
})

export const telegram = group({ en: 'Telegram', 'zh-CN': 'Telegram 登录' }, 'settings.security', {
  'oauth.telegram_on': isOn('Telegram'),
  'oauth.telegram_client_id': clientId({
    en: 'From @BotFather: Bot Settings, Web Login.',
    'zh-CN': '在 @BotFather 的 Bot Settings → Web Login 中获取。',
  }),
  'oauth.telegram_client_secret': clientSecret(),
})

/** Address of an OpenID Connect issuer, or ''. Must be https, because the server calls it; `http` is refused later, except in tests. */
const IssuerUrl = z.union([
  z.literal(''),
  z.string().check(
    z.trim(),
    z.maxLength(300),
    z.regex(/^https?:\/\/[^\s?#@]+$/),
    z.refine((address) => URL.canParse(address)),
  ),
])

export const oidc = group({ en: 'Another site (OpenID Connect)', 'zh-CN': '其他网站（OpenID Connect）' }, 'settings.security', {
  'oauth.oidc_on': onOff({
    default: false,
    label: { en: 'Log in with this site', 'zh-CN': '使用该网站登录' },
  }),
  'oauth.oidc_label': text({
    default: '',
    maxLength: 30,
    label: { en: 'Name on the button', 'zh-CN': '按钮上的名称' },
  }),
  'oauth.oidc_issuer': {
    ...text({
      default: '',
      maxLength: 300,
      label: { en: 'Issuer address', 'zh-CN': '颁发者地址（Issuer）' },
      help: {
        en: 'For example https://id.example.com. The server reads /.well-known/openid-configuration there.',
        'zh-CN': '例如 https://id.example.com。服务器会读取其 /.well-known/openid-configuration。',
      },
    }),
    schema: IssuerUrl,
  },
  'oauth.oidc_client_id': clientId({ en: 'As registered at the issuer.', 'zh-CN': '在颁发者处注册的客户端 ID。' }),
  'oauth.oidc_client_secret': clientSecret({ boundTo: ['oauth.oidc_issuer'] }),
})
