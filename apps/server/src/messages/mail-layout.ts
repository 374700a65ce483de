import type { Language } from '@portico/contract/translations'

export type MailPart = { kind: 'text'; text: string } | { kind: 'code'; text: string } | { kind: 'link'; label: string; href: string }
/** `ahead`: what lists of mails show after the subject. `links`: below the foot. */
type Layout = {
  language: Language
  site: string
  subject: string
  ahead: string
  parts: MailPart[]
  foot: string
  links: MailLink[]
  look: MailLook
}
/** `colour`: white text reads on it. `logo`: where mail programs find it; null: the first letter of the site's name stands for it. */
export type MailLook = { colour: string; logo: string | null }
export type MailLink = { label: string; href: string }

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',Arial,sans-serif"
const DARK = `@media (prefers-color-scheme:dark){.ground{background:#0f1420!important}.sheet{background:#171d2b!important;border-color:#2a3244!important}
.text{color:#e8eaf0!important}.quiet{color:#9aa3b5!important}.code{background:#0f1420!important;color:#ffffff!important}}`

/** The one layout of all mail. Every slot is escaped here; tables and inline styles, because that is what mail clients read. */
export function mailHtml({ language, site, subject, ahead, parts, foot, links, look }: Layout): string {
  const letter = /^./su.exec(site.trim())?.[0].toLocaleUpperCase() ?? 'P'
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f5f4f1">${aheadHtml(ahead)}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f4f1"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT}">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
${logoHtml(look, letter)}
<td class="text" style="padding-left:12px;color:#0b1431;font-size:16px;font-weight:600">${escaped(site)}</td></tr></table></td></tr>
<tr><td class="sheet" style="background:#ffffff;border:1px solid #e4e1da;border-radius:12px;padding:28px 28px 12px">
${parts.map((part) => partHtml(part, look)).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:#6b6f7a;font-size:12px;line-height:1.6">${escaped(foot)}${links.map(linkHtml).join('')}</td></tr>
</table></td></tr></table></body></html>`
}

/** Hidden preview text, padded so that the text below does not follow it. */
function aheadHtml(text: string): string {
  if (text === '') return ''
  return `\n<div style="display:none;max-height:0;overflow:hidden">${escaped(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`
}

function logoHtml({ colour, logo }: MailLook, letter: string): string {
  const cell = 'width="36" height="36" align="center"'
  const text = 'font-size:16px;font-weight:600'
  if (logo === null)
    return `<td ${cell} style="background:${colour};color:#ffffff;border-radius:16px 16px 4px 4px;${text}">${escaped(letter)}</td>`
  // The letter is what programs show that load no pictures.
  return `<td class="text" ${cell} style="color:#0b1431;${text}"><img src="${escaped(logo)}" width="36" height="36" alt="${escaped(letter)}" style="display:block;border:0"></td>`
}

function linkHtml({ label, href }: MailLink): string {
  return `<br><a href="${escaped(href)}" class="quiet" style="color:#6b6f7a">${escaped(label)}</a>`
}

function partHtml(part: MailPart, { colour }: MailLook): string {
  switch (part.kind) {
    case 'code':
      return `<p class="code" style="margin:0 0 20px;padding:16px;background:#f5f4f1;border-radius:8px;color:#0b1431;text-align:center;font-size:28px;font-weight:600;letter-spacing:6px">${escaped(part.text)}</p>`
    case 'link':
      return `<p style="margin:0 0 20px"><a href="${escaped(part.href)}" style="display:inline-block;padding:12px 20px;background:${colour};border-radius:8px;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escaped(part.label)}</a></p>
<p class="quiet" style="margin:0 0 20px;color:#6b6f7a;font-size:12px;line-height:1.6;word-break:break-all">${escaped(part.href)}</p>`
    case 'text':
      return `<p class="text" style="margin:0 0 20px;color:#20242e;font-size:15px;line-height:1.65">${escaped(part.text).replaceAll('\n', '<br>')}</p>`
  }
}

/** A part of a mail as plain text; an address stands alone on its line. */
export function plainPart(part: MailPart): string {
  if (part.kind !== 'link') return part.text
  return part.label === part.href ? part.href : `${part.label}\n${part.href}`
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
