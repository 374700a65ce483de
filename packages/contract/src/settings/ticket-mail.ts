import { choice, email, group, onOff, secret, text, whole } from './define.ts'

export const ticketMail = group({ en: 'Ticket replies by mail', 'zh-CN': '邮件回复工单' }, 'settings.security', {
  'ticket_mail.mode': choice({
    default: 'off',
    choices: {
      off: { en: 'Off', 'zh-CN': '关闭' },
      imap: { en: 'Read a mailbox (IMAP)', 'zh-CN': '读取邮箱（IMAP）' },
      webhook: { en: 'Receive a call (webhook)', 'zh-CN': '接收推送（Webhook）' },
    },
    label: { en: 'Receive replies', 'zh-CN': '接收方式' },
    help: {
      en: "Members can answer a ticket's mail. Each mail carries a reply address of its own.",
      'zh-CN': '会员可直接回复工单邮件，每封邮件都带有专用的回复地址。',
    },
  }),
  'ticket_mail.address': email({
    default: '',
    label: { en: 'Mailbox', 'zh-CN': '收信地址' },
    help: {
      en: 'Such as reply@example.com. It must also receive reply+anything@example.com.',
      'zh-CN': '例如 reply@example.com，还须能收到发往 reply+任意内容@example.com 的邮件。',
    },
  }),
  'ticket_mail.host': text({
    default: '',
    maxLength: 200,
    label: { en: 'Mail server (IMAP)', 'zh-CN': '邮件服务器（IMAP）' },
  }),
  'ticket_mail.port': whole({ default: 993, min: 1, max: 65_535, label: { en: 'Port', 'zh-CN': '端口' } }),
  'ticket_mail.encryption': choice({
    default: 'tls',
    choices: {
      tls: { en: 'TLS (993)', 'zh-CN': 'TLS（端口 993）' },
      starttls: { en: 'STARTTLS (143)', 'zh-CN': 'STARTTLS（端口 143）' },
      none: { en: 'None', 'zh-CN': '不加密' },
    },
    label: { en: 'Encryption', 'zh-CN': '加密方式' },
    help: { en: 'None is only for a server in your own network.', 'zh-CN': '“不加密”只适合自己内网中的服务器。' },
  }),
  'ticket_mail.check_certificate': onOff({
    default: true,
    label: { en: 'Check the certificate', 'zh-CN': '校验证书' },
  }),
  'ticket_mail.user': text({ default: '', maxLength: 200, label: { en: 'User name', 'zh-CN': '用户名' } }),
  'ticket_mail.password': secret({
    maxLength: 500,
    boundTo: ['ticket_mail.host', 'ticket_mail.port'],
    label: { en: 'Password', 'zh-CN': '密码' },
  }),
  'ticket_mail.folder': text({
    default: 'INBOX',
    minLength: 1,
    maxLength: 200,
    label: { en: 'Folder', 'zh-CN': '文件夹' },
    help: { en: 'Unread mail in it is read and marked as read.', 'zh-CN': '其中的未读邮件会被读取并标为已读。' },
  }),
  'ticket_mail.webhook_secret': secret({
    maxLength: 200,
    label: { en: 'Webhook secret', 'zh-CN': 'Webhook 密钥' },
    help: {
      en: 'Your mail service sends each mail as it came (message/rfc822) to /api/v1/guest/mail/ticket, with this secret in the header X-Mail-Secret.',
      'zh-CN': '由邮件服务将原始邮件（message/rfc822）发送到 /api/v1/guest/mail/ticket，并在请求头 X-Mail-Secret 中带上此密钥。',
    },
  }),
})
