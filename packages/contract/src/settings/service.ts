import * as z from 'zod/mini'
import { ChannelInput, MAX_CHANNELS } from '../service-channels.ts'
import { group, own, translated } from './define.ts'

export const service = group({ en: 'Customer service', 'zh-CN': '客服' }, 'content.write', {
  'service.channels': own({
    schema: z.array(ChannelInput).check(z.maxLength(MAX_CHANNELS)),
    default: [],
    label: { en: 'Channels', 'zh-CN': '客服渠道' },
    help: {
      en: 'Shown in this order on the service page and in the footer. The contact e-mail address is added if no channel is an e-mail address.',
      'zh-CN': '按此顺序显示在客服页面和页脚。如果其中没有邮箱，会自动加上联系邮箱。',
    },
  }),
  ...translated('service.hours', {
    default: '',
    maxLength: 200,
    lines: 2,
    label: { en: 'Hours', 'zh-CN': '服务时间' },
    help: {
      en: 'For example Monday to Friday, 9:00 to 18:00. Leave empty to hide it.',
      'zh-CN': '例如周一至周五 9:00–18:00。留空则不显示。',
    },
  }),
})
