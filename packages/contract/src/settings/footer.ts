import { group, link, picture, translated } from './define.ts'

const hidden = { en: 'Leave empty to hide it.', 'zh-CN': '留空则不显示。' }

export const footer = group({ en: 'Footer of the site', 'zh-CN': '页脚' }, 'content.write', {
  ...translated('footer.official_account', {
    default: '',
    maxLength: 60,
    label: { en: 'Official account', 'zh-CN': '公众号' },
    help: { en: 'Its name in WeChat. Leave empty to hide it.', 'zh-CN': '微信公众号名称，留空则不显示。' },
  }),
  'footer.official_account_qr': picture({
    default: '',
    label: { en: 'QR code of the official account', 'zh-CN': '公众号二维码' },
    help: { en: 'Shown with the name, in the footer and on the service page.', 'zh-CN': '与名称一起显示在页脚和客服页面。' },
  }),
  'footer.articles_url': link({
    default: '',
    label: { en: 'Articles site', 'zh-CN': '文章站' },
    help: {
      en: 'For example https://blog.example.com. Leave empty to hide it.',
      'zh-CN': '例如 https://blog.example.com。留空则不显示。',
    },
  }),
  'footer.directory_url': link({
    default: '',
    label: { en: 'Sites directory', 'zh-CN': '网址导航' },
    help: hidden,
  }),
  ...translated('footer.filing', {
    default: '',
    maxLength: 80,
    label: { en: 'Filing number', 'zh-CN': '备案号' },
    help: hidden,
  }),
  'footer.filing_url': link({
    default: '',
    label: { en: 'Link of the filing number', 'zh-CN': '备案号链接' },
    help: {
      en: 'For example https://beian.miit.gov.cn/. Leave empty for no link.',
      'zh-CN': '例如 https://beian.miit.gov.cn/。留空则没有链接。',
    },
  }),
  ...translated('footer.licence', {
    default: '',
    maxLength: 80,
    label: { en: 'Licence number', 'zh-CN': '许可证号' },
    help: hidden,
  }),
  'footer.licence_url': link({
    default: '',
    label: { en: 'Link of the licence number', 'zh-CN': '许可证号链接' },
    help: { en: 'Leave empty for no link.', 'zh-CN': '留空则没有链接。' },
  }),
})
