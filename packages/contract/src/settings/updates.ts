import { group, link } from './define.ts'

export const updates = group({ en: 'Updates', 'zh-CN': '版本更新' }, 'settings.security', {
  'updates.feed': link({
    default: '',
    label: { en: 'Feed of releases', 'zh-CN': '版本发布源' },
    help: {
      en: "Address of an Atom or JSON feed, or of a code host's list of releases. Read at most once an hour. Nothing about your site is sent, and nothing is installed. Leave empty to turn the check off.",
      'zh-CN':
        'Atom 或 JSON Feed 的地址，或代码托管平台的发布列表接口。最多每小时读取一次，不会上报本站信息，也不会自动安装。留空则不检查。',
    },
  }),
})
