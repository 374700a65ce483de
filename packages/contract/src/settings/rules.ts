import * as z from 'zod/mini'
import { group, onOff, type Text } from './define.ts'

/** Setting: the address of a rule list with its pin, or ''. */
function source(label: Text) {
  const schema = z.string().check(
    z.trim(),
    z.maxLength(400),
    z.refine(
      (text) => text === '' || (/^https?:\/\/[^\s#]+(#sha256=[0-9a-fA-F]{64})?$/.test(text) && URL.canParse(text)),
      'setting.bad_link',
    ),
  )
  return {
    schema,
    default: '',
    label,
    help: {
      en: 'Address of a text file, fetched once a day; at most 8 MB. #sha256=… at its end pins the file. Leave empty for the built-in list.',
      'zh-CN': '文本文件地址，每天获取一次，最大 8 MB。末尾加 #sha256=… 可固定文件内容。留空则使用内置列表。',
    },
    field: { kind: 'text', type: 'url', lines: 1, maxLength: 400 },
  } as const
}

export const rules = group({ en: 'Rules in profiles', 'zh-CN': '配置中的分流规则' }, 'settings.security', {
  'rules.block_ads': onOff({
    default: false,
    permission: 'settings.write',
    label: { en: 'Block advertising', 'zh-CN': '屏蔽广告' },
    help: {
      en: 'Applies to built-in layouts. Your own templates decide for themselves.',
      'zh-CN': '仅作用于内置配置，自定义模板不受影响。',
    },
  }),
  'rules.cn': source({ en: 'Names in China', 'zh-CN': '国内域名' }),
  'rules.cn_ip': source({ en: 'Networks in China', 'zh-CN': '国内 IP 段' }),
  'rules.ads': source({ en: 'Advertising', 'zh-CN': '广告域名' }),
  'rules.ai': source({ en: 'AI services', 'zh-CN': 'AI 服务域名' }),
  'rules.streaming': source({ en: 'Streaming', 'zh-CN': '流媒体域名' }),
})
