import type { Text } from './settings/define.ts'

/** The texts of broken schema rules. The key is the rule's message; server and forms show the text. */
export const ruleTexts = {
  'moving.address': {
    en: 'Enter addresses such as sub.example.com or https://sub.example.com:2096, without a path.',
    'zh-CN': '请填写地址，例如 sub.example.com 或 https://sub.example.com:2096，不含路径。',
  },
  'protocol.text': { en: "This contains characters that aren't allowed.", 'zh-CN': '包含不允许的字符。' },
  'protocol.host': {
    en: 'Enter a domain name or an IP address, without https:// and without a port.',
    'zh-CN': '请填写域名或 IP 地址，不含 https:// 和端口。',
  },
  'protocol.path': { en: 'A path must start with /.', 'zh-CN': '路径须以 / 开头。' },
  'protocol.plain_path': {
    en: 'Begin with one /, without ?, # or %: apps read those differently. Only ?ed=2048 may end a path, then without spaces or other letters.',
    'zh-CN': '须以单个 / 开头，且不含 ?、# 或 %，因为各客户端对它们的理解不同；末尾仅可写 ?ed=2048，此时路径不能含空格或非英文字符。',
  },
  'protocol.service_name': {
    en: "A name can't begin with /: sing-box doesn't reach it.",
    'zh-CN': '服务名不能以 / 开头：sing-box 无法连接。',
  },
  'protocol.plain_host': {
    en: 'Enter a name or an IPv4 address without a port: servers compare it without one.',
    'zh-CN': '请填写域名或 IPv4 地址，不带端口：服务端比对时不含端口。',
  },
  'protocol.key': { en: "This isn't a valid X25519 key. Generate one.", 'zh-CN': '不是有效的 X25519 密钥，请重新生成。' },
  'protocol.short_id': { en: 'Use an even number of hexadecimal digits, up to 16.', 'zh-CN': '须为偶数位十六进制字符，最多 16 位。' },
  'protocol.mldsa65': { en: "This isn't a valid ML-DSA-65 key. Generate both.", 'zh-CN': '不是有效的 ML-DSA-65 密钥，请重新生成一对。' },
  'protocol.padding_line': { en: 'Write rules such as stop=8 or 0=30-30.', 'zh-CN': '规则格式如 stop=8 或 0=30-30。' },
  'protocol.padding_stop': { en: 'Add a line with stop=.', 'zh-CN': '规则中需要包含 stop= 一行。' },
  'protocol.block_missing': { en: 'Please fill in this field.', 'zh-CN': '请填写此项。' },
  'protocol.reality_network': { en: 'Reality only works with TCP, gRPC or XHTTP.', 'zh-CN': 'Reality 仅支持 TCP、gRPC 或 XHTTP。' },
  'protocol.flow_needs_tcp_and_tls': { en: 'Vision needs TCP with TLS or Reality.', 'zh-CN': 'Vision 需要 TCP 配合 TLS 或 Reality。' },
  'protocol.encryption': { en: "This isn't the output of “xray vlessenc”.", 'zh-CN': '格式不正确，请填写 xray vlessenc 的输出。' },
  'protocol.encryption_pair': { en: 'Fill in both the client part and the node part.', 'zh-CN': '请同时填写客户端参数和节点参数。' },
  'protocol.xhttp_extra': {
    en: 'Enter a JSON object with values that Xray accepts. stream-one allows no downloadSettings.',
    'zh-CN': '请填写 Xray 能接受的 JSON 对象；stream-one 模式不支持 downloadSettings。',
  },
  'protocol.ech': { en: "This isn't an ECH configuration list in Base64.", 'zh-CN': '不是有效的 ECH 配置列表（Base64）。' },
  'protocol.base64': { en: 'Use Base64, with its final = signs.', 'zh-CN': '请使用 Base64 编码，并保留末尾的 =。' },
  'protocol.alpn_must_be_http1': {
    en: 'WebSocket and HTTPUpgrade need http/1.1: remove h2.',
    'zh-CN': 'WebSocket 和 HTTPUpgrade 只能使用 http/1.1，请移除 h2。',
  },
  'protocol.alpn_must_have_h2': { en: 'gRPC needs h2.', 'zh-CN': 'gRPC 需要包含 h2。' },
  'protocol.server_key': { en: "The key doesn't match the cipher. Generate one.", 'zh-CN': '密钥与加密方式不符，请重新生成。' },
  'protocol.obfs_password': { en: 'Use at least 4 characters.', 'zh-CN': '至少需要 4 个字符。' },
  'client_rule.no_condition': {
    en: 'Say whom this is for: a User-Agent, a header or a country.',
    'zh-CN': '请填写适用对象：User-Agent、请求头或国家/地区至少一项。',
  },
  'client_rule.version': {
    en: 'A version is read behind a pattern that a User-Agent begins with or contains.',
    'zh-CN': '版本号读取自匹配文字之后，因此 User-Agent 须选“开头是”或“包含”。',
  },
  'client_rule.hwid': {
    en: 'Of a device id, a rule only sees whether it was sent.',
    'zh-CN': '对于设备标识，规则只能判断是否发送。',
  },
  'client_rule.nothing': { en: 'Choose a format or write an announcement.', 'zh-CN': '请选择格式，或填写公告。' },
  'client_rule.template_format': {
    en: 'Only formats with templates have versions of one.',
    'zh-CN': '仅支持模板的格式可指定模板版本。',
  },
  'link_source.path': {
    en: 'Write a path such as /sub/{token} or /sub?token={token}, with {token} for what names the member.',
    'zh-CN': '请填写 /sub/{token} 或 /sub?token={token} 这样的路径，其中 {token} 代表会员的标识。',
  },
  'link_source.path_taken': { en: 'This site uses this path itself.', 'zh-CN': '本站自身正在使用该路径。' },
  'import.file_name': {
    en: 'Use letters, digits, dots, hyphens, @ and blanks.',
    'zh-CN': '请使用字母、数字、点、连字符、@ 和空格。',
  },
  'import.database': {
    en: 'Write an address such as mysql://user:password@db.example.com/v2board.',
    'zh-CN': '请填写 mysql://user:password@db.example.com/v2board 这样的地址。',
  },
  'node.port': { en: 'Enter a port from 1 to 65535.', 'zh-CN': '请填写 1–65535 之间的端口。' },
  'node.ports': {
    en: 'Enter a port from 1 to 65535, or a range such as 20000-30000.',
    'zh-CN': '请填写 1–65535 之间的端口，或 20000-30000 这样的范围。',
  },
  'node.address': {
    en: 'Enter an IP address, or a block such as 192.0.2.0/24.',
    'zh-CN': '请填写 IP 地址，或 192.0.2.0/24 这样的地址段。',
  },
  'node.route_match': { en: 'Say what this is for.', 'zh-CN': '请填写匹配内容。' },
  'node.route_dns': { en: 'Enter the address of a DNS server, such as 1.1.1.1.', 'zh-CN': '请填写 DNS 服务器地址，例如 1.1.1.1。' },
  'node.route_outbound': {
    en: 'Enter an outbound of Xray as a JSON object, with “tag” and “protocol”.',
    'zh-CN': '请填写 Xray 出站的 JSON 对象，须含 tag 和 protocol。',
  },
  'node.object_list': { en: 'Enter a JSON list of objects: [{ … }].', 'zh-CN': '请填写由对象组成的 JSON 列表：[{ … }]。' },
  'certificate.file': {
    en: 'Enter the full path of the file, such as /etc/ssl/node.cer.',
    'zh-CN': '请填写文件的完整路径，例如 /etc/ssl/node.cer。',
  },
  'certificate.provider': {
    en: "Enter the provider's short name, such as cloudflare.",
    'zh-CN': '请填写服务商的简称，例如 cloudflare。',
  },
  'certificate.env': {
    en: 'Write NAME=value, one per line. Values have no spaces or commas.',
    'zh-CN': '每行一个 NAME=value，值中不能有空格或逗号。',
  },
  'own_secret.form': {
    en: 'This protocol takes no such secret: an id is a UUID or at most 30 bytes, a Shadowsocks 2022 key is Base64 of its exact length.',
    'zh-CN': '该协议不接受此密钥：ID 须为 UUID 或不超过 30 字节，Shadowsocks 2022 密钥须为长度相符的 Base64。',
  },
  'own_secret.cipher': { en: 'Only a Shadowsocks password can have a cipher.', 'zh-CN': '仅 Shadowsocks 密码可单独指定加密方式。' },
  'node.alias_twice': { en: 'Each name can be given once.', 'zh-CN': '同一名称只能填写一次。' },
  'node.alias_code': { en: 'Use letters, digits, dots, hyphens and underscores.', 'zh-CN': '只能包含字母、数字、点、短横线和下划线。' },
  'node.ranges_overlap': { en: "Time ranges can't overlap or be empty.", 'zh-CN': '时段不能重叠，也不能为空。' },
  'channel.email': { en: 'Enter an e-mail address.', 'zh-CN': '请填写邮箱地址。' },
  'channel.telegram': {
    en: 'Enter a name such as @support, or an address that begins with https://t.me/.',
    'zh-CN': '请填写 @support 这样的用户名，或以 https://t.me/ 开头的地址。',
  },
  'channel.whatsapp': { en: 'Enter a phone number with its country code.', 'zh-CN': '请填写带国家代码的电话号码。' },
  'channel.wechat': {
    en: 'Enter a WeChat ID: letters, digits, hyphens and underscores.',
    'zh-CN': '请填写微信号，只含字母、数字、短横线和下划线。',
  },
  'channel.qq': { en: 'Enter a QQ number.', 'zh-CN': '请填写 QQ 号。' },
  'channel.discord': {
    en: 'Enter an invitation such as https://discord.gg/abc123.',
    'zh-CN': '请填写邀请链接，例如 https://discord.gg/abc123。',
  },
  'channel.phone': { en: 'Enter a phone number.', 'zh-CN': '请填写电话号码。' },
  'channel.link': { en: 'Enter an address that begins with https://.', 'zh-CN': '请填写以 https:// 开头的地址。' },
  'header.bad_link': { en: 'Enter an address that begins with https://.', 'zh-CN': '请填写以 https:// 开头的地址。' },
  'header.no_label': { en: 'Give this link a name.', 'zh-CN': '请为该链接填写名称。' },
  'header.twice': { en: 'Each page can be in the header once.', 'zh-CN': '同一页面只能出现一次。' },
  'bot.chat_id': { en: 'A group’s id is a number that starts with a minus sign.', 'zh-CN': '群组 ID 是以减号开头的数字。' },
  'bot.token': { en: 'That isn’t a token. It looks like 123456789:AA….', 'zh-CN': '这不是令牌，格式应类似 123456789:AA…。' },
  'message.line_break': { en: "Line breaks aren't allowed here.", 'zh-CN': '此处不能换行。' },
  'message.unknown_placeholder': { en: 'Use only the placeholders listed here.', 'zh-CN': '只能使用列出的占位符。' },
  'message.missing_placeholder': {
    en: "A required placeholder is missing: without it, the message doesn't do its job.",
    'zh-CN': '缺少必需的占位符，否则该消息无法起作用。',
  },
  'message.not_in_subject': {
    en: 'Codes and links belong in the text: subjects show on locked screens.',
    'zh-CN': '验证码和链接须写在正文中，主题会显示在锁屏上。',
  },
  'message.code_alone': {
    en: 'Put {{code}} alone in its paragraph, with an empty line before and after it.',
    'zh-CN': '请将 {{code}} 单独成段，前后各空一行。',
  },
  'message.link_at_end': {
    en: 'End a paragraph with {{link}}, after a few words on the same line and without other placeholders.',
    'zh-CN': '请将 {{link}} 放在段落末尾，前面只写几个字，不换行，也不含其他占位符。',
  },
  'message.secret_beside': {
    en: 'Put a space or a comma, full stop or bracket on both sides of the code or link, never a letter, a digit or / : @ ? & = # %.',
    'zh-CN': '验证码或链接的前后须为空格、逗号、句号或括号等中文标点，不能紧挨文字、数字或 / : @ ? & = # %。',
  },
  'message.other_address': {
    en: 'No other web address or domain name may stand beside a code or link: whatever opens it could receive them.',
    'zh-CN': '验证码或链接旁不能有其他网址或域名，否则可能泄露给该网站。',
  },
  'notice.bar_for_all': { en: 'A bar is for everybody.', 'zh-CN': '公告条面向所有人。' },
  'notice.title_long': { en: 'Use at most 150 characters.', 'zh-CN': '最多 150 个字符。' },
  'notice.audience_empty': { en: 'Choose at least one.', 'zh-CN': '请至少选择一项。' },
  'setting.link_local': { en: "This address isn't allowed.", 'zh-CN': '不允许使用此地址。' },
  'setting.short_token': { en: 'Enter at least 16 characters.', 'zh-CN': '请至少输入 16 个字符。' },
  'setting.short_passphrase': { en: 'Enter at least 12 characters.', 'zh-CN': '请至少输入 12 个字符。' },
  'setting.bad_age_key': { en: 'Enter a public key of age: it begins with age1.', 'zh-CN': '请填写 age 公钥，以 age1 开头。' },
  'setting.bad_link': { en: 'Enter an address that begins with https://.', 'zh-CN': '请填写以 https:// 开头的地址。' },
  'setting.shares_sum': { en: "The levels can't add up to more than 100%.", 'zh-CN': '各级比例合计不能超过 100%。' },
  'release_manage.minimum_higher': { en: "The minimum version can't be newer than the release.", 'zh-CN': '最低版本不能高于当前版本。' },
  'release_manage.bad_url': {
    en: 'Enter an https address without a username, up to 500 characters.',
    'zh-CN': '请填写 https 地址，不含用户名，最长 500 个字符。',
  },
  'release_manage.bad_sha256': { en: 'Enter 64 hexadecimal digits (0–9, a–f).', 'zh-CN': '请填写 64 位十六进制字符（0–9、a–f）。' },
} as const satisfies Record<string, Text>
export type Rule = keyof typeof ruleTexts

/** Text of a broken rule in a language. Returns a message that is no rule unchanged. */
export function ruleText(message: string, language: keyof Text): string {
  return message in ruleTexts ? ruleTexts[message as Rule][language] : message
}
