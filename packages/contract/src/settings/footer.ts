import { group, link, translated } from './define.ts'

const hidden = { en: 'Empty: not shown.', 'zh-CN': '留空则不显示。' }

export const footer = group(
  { en: 'Footer of the site', 'zh-CN': '页脚' },
  {
    ...translated('footer.official_account', {
      default: '',
      maxLength: 60,
      permission: 'content.write',
      label: { en: 'Official account', 'zh-CN': '公众号' },
      help: { en: 'Its name in WeChat. Empty: not shown.', 'zh-CN': '微信公众号名称，留空则不显示。' },
    }),
    'footer.articles_url': link({
      default: '',
      permission: 'content.write',
      label: { en: 'Articles site', 'zh-CN': '文章站' },
      help: { en: 'For example https://blog.example.com. Empty: not shown.', 'zh-CN': '例如 https://blog.example.com。留空则不显示。' },
    }),
    'footer.directory_url': link({
      default: '',
      permission: 'content.write',
      label: { en: 'Sites directory', 'zh-CN': '网址导航' },
      help: hidden,
    }),
    ...translated('footer.filing', {
      default: '',
      maxLength: 80,
      permission: 'content.write',
      label: { en: 'Filing number', 'zh-CN': '备案号' },
      help: hidden,
    }),
    ...translated('footer.licence', {
      default: '',
      maxLength: 80,
      permission: 'content.write',
      label: { en: 'Licence number', 'zh-CN': '许可证号' },
      help: hidden,
    }),
  },
)
