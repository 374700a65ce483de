import { choice, email, group, onOff, secret, text, whole } from './define.ts'

export const mail = group({ en: 'Mail', 'zh-CN': '邮件' }, 'settings.security', {
  'mail.host': text({
    default: '',
    maxLength: 200,
    label: { en: 'Mail server (SMTP)', 'zh-CN': '邮件服务器（SMTP）' },
    help: {
      en: 'For example smtp.example.com. While it is empty, no mail is sent.',
      'zh-CN': '例如 smtp.example.com。留空则不发送邮件。',
    },
  }),
  'mail.port': whole({
    default: 587,
    min: 1,
    max: 65_535,
    label: { en: 'Port', 'zh-CN': '端口' },
  }),
  'mail.encryption': choice({
    default: 'starttls',
    choices: {
      starttls: { en: 'STARTTLS (587)', 'zh-CN': 'STARTTLS（端口 587）' },
      tls: { en: 'TLS (465)', 'zh-CN': 'TLS（端口 465）' },
      none: { en: 'None', 'zh-CN': '不加密' },
    },
    label: { en: 'Encryption', 'zh-CN': '加密方式' },
    help: { en: 'None is only for a relay in your own network.', 'zh-CN': '“不加密”只适合自己内网中的中继服务器。' },
  }),
  'mail.check_certificate': onOff({
    default: true,
    label: { en: 'Check the certificate', 'zh-CN': '校验证书' },
    help: {
      en: 'Turn off only for your own relay with a self-signed certificate.',
      'zh-CN': '仅当自己的中继服务器使用自签名证书时才关闭。',
    },
  }),
  'mail.user': text({
    default: '',
    maxLength: 200,
    label: { en: 'User name', 'zh-CN': '用户名' },
    help: { en: 'Leave empty if the server needs no login.', 'zh-CN': '留空则不登录服务器。' },
  }),
  'mail.password': secret({
    maxLength: 500,
    boundTo: ['mail.host', 'mail.port'],
    label: { en: 'Password', 'zh-CN': '密码' },
  }),
  'mail.from': email({
    default: '',
    label: { en: 'Sender address', 'zh-CN': '发件地址' },
    help: { en: 'Your provider must allow it. While it is empty, no mail is sent.', 'zh-CN': '须为服务商允许的地址。留空则不发送邮件。' },
  }),
  'mail.from_name': text({
    default: '',
    maxLength: 60,
    label: { en: 'Sender name', 'zh-CN': '发件人名称' },
    help: { en: 'Leave empty for the site name.', 'zh-CN': '留空则使用网站名称。' },
  }),
})

export const sms = group({ en: 'SMS', 'zh-CN': '短信' }, 'settings.security', {
  'sms.provider': choice({
    default: 'off',
    choices: {
      off: { en: 'Off', 'zh-CN': '关闭' },
      twilio: { en: 'Twilio', 'zh-CN': 'Twilio' },
      alibaba: { en: 'Alibaba Cloud', 'zh-CN': '阿里云' },
    },
    label: { en: 'Provider', 'zh-CN': '服务商' },
  }),
  'sms.twilio_account': text({
    default: '',
    maxLength: 64,
    label: { en: 'Twilio: account SID', 'zh-CN': 'Twilio：账户 SID' },
  }),
  'sms.twilio_auth': secret({
    maxLength: 200,
    label: { en: 'Twilio: auth token', 'zh-CN': 'Twilio：令牌（Auth Token）' },
  }),
  'sms.twilio_from': text({
    default: '',
    maxLength: 64,
    label: { en: 'Twilio: sender', 'zh-CN': 'Twilio：发送方' },
    help: {
      en: 'A number such as +15550001111, or the SID of a messaging service (MG…).',
      'zh-CN': '号码（如 +15550001111）或 Messaging Service 的 SID（MG 开头）。',
    },
  }),
  'sms.alibaba_id': text({
    default: '',
    maxLength: 128,
    label: { en: 'Alibaba Cloud: AccessKey ID', 'zh-CN': '阿里云：AccessKey ID' },
  }),
  'sms.alibaba_secret': secret({
    maxLength: 200,
    label: { en: 'Alibaba Cloud: AccessKey secret', 'zh-CN': '阿里云：AccessKey Secret 密钥' },
  }),
  'sms.alibaba_sign': text({
    default: '',
    maxLength: 64,
    label: { en: 'Alibaba Cloud: signature', 'zh-CN': '阿里云：短信签名' },
    help: { en: 'The approved signature name.', 'zh-CN': '已审核通过的签名名称。' },
  }),
  'sms.alibaba_template': text({
    default: '',
    maxLength: 64,
    label: { en: 'Alibaba Cloud: template', 'zh-CN': '阿里云：模板' },
    help: {
      en: 'Code of the approved template for codes, such as SMS_123456789. It must have the variable code.',
      'zh-CN': '已审核通过的验证码模板 CODE，例如 SMS_123456789，须包含变量 code。',
    },
  }),
  'sms.alibaba_template_en': text({
    default: '',
    maxLength: 64,
    label: { en: 'Alibaba Cloud: English template', 'zh-CN': '阿里云：英文模板' },
    help: { en: 'Leave empty to use the same one.', 'zh-CN': '留空则使用同一模板。' },
  }),
})
