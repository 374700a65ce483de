import * as z from 'zod/mini'
import { group, own, text } from './define.ts'

export const invoices = group({ en: 'Invoices', 'zh-CN': '收据' }, 'settings.money', {
  'invoice.seller_name': text({
    default: '',
    maxLength: 120,
    label: { en: 'Seller name', 'zh-CN': '销售方名称' },
    help: {
      en: 'With name and address filled in, each paid order gets an invoice and each refund a credit note.',
      'zh-CN': '填写名称和地址后，系统会为每笔已支付订单出具收据，为每笔退款出具退款单。',
    },
  }),
  'invoice.seller_address': text({
    default: '',
    maxLength: 400,
    lines: 4,
    label: { en: 'Seller address', 'zh-CN': '销售方地址' },
  }),
  'invoice.seller_tax_number': text({
    default: '',
    maxLength: 60,
    label: { en: 'Seller tax number', 'zh-CN': '销售方税号' },
    help: { en: 'Required once there is a tax rate.', 'zh-CN': '设置税率后必填。' },
  }),
  'invoice.tax_name': text({
    default: '',
    maxLength: 20,
    label: { en: 'Tax name', 'zh-CN': '税种名称' },
    help: { en: 'Such as VAT. Required once there is a tax rate.', 'zh-CN': '例如 VAT。设置税率后必填。' },
  }),
  'invoice.tax_rate': own({
    schema: z.int().check(z.gte(0), z.lte(9999)),
    default: 0,
    label: { en: 'Tax rate', 'zh-CN': '税率' },
    help: {
      en: 'Percent; prices include the tax. With 0, documents show no tax.',
      'zh-CN': '百分比，价格已含税。填 0 则收据不显示税额。',
    },
  }),
  'invoice.footer': text({
    default: '',
    maxLength: 400,
    lines: 3,
    label: { en: 'Footer of documents', 'zh-CN': '收据页脚' },
    help: { en: 'Such as a register entry or a bank account.', 'zh-CN': '例如工商登记信息或银行账户。' },
  }),
})
