import { createHash } from 'node:crypto'
import { formatBytes } from '@portico/contract/format-bytes'
import { formatDateTime } from '@portico/contract/format-time'
import type { Device } from '@portico/contract/subscriptions'
import type { Language } from '@portico/contract/translations'
import qrcode from 'qrcode'
import { escapeMarkup } from '../escape-markup.ts'
import { everyDevice } from '../formats/client-format.ts'
import { importLinks } from '../formats/import-links.ts'
import { linkPageTexts } from './link-page-texts.ts'
import type { Refusal } from './refusals.ts'

/** Values of the link's page: no more than its profile has, nothing personal. `origin`: of the site's pages. */
export type LinkPage = {
  language: Language
  site: string
  origin: string
  zone: string
  link: string
  userAgent: string
  /** true: in a chat's browser, which opens no app. */
  isInApp: boolean
  plan: string | null
  expiresAt: Date | null
  used: number
  quota: number
  refused: Refusal | null
  /** Whether whoever has the link may claim the account. */
  mayClaim: boolean
  /** What apps say beside the nodes; null: nothing. */
  notice: string | null
  /** `logo`: address of a picture that is in it; null: none. */
  look: { strong: string; pressed: string; light: string; logo: string | null }
}

// Works where no clipboard is offered, as in the browsers of chats.
const COPY = `var copy=document.getElementById('copy'),link=document.getElementById('link');function done(){copy.textContent=copy.dataset.done}
copy.onclick=function(){link.focus();link.setSelectionRange(0,link.value.length);if(document.execCommand('copy'))done();else if(navigator.clipboard)navigator.clipboard.writeText(link.value).then(done)}`
const COPY_HASH = createHash('sha256').update(COPY).digest('base64')

/** Headers of the page: nothing may load but the picture that is in it, only the copy button may run, and no search engine or cache may keep it. */
export const LINK_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store, private',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; img-src data:; script-src 'sha256-${COPY_HASH}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  vary: 'accept, accept-language, cookie, user-agent',
} as const

/** The page that a subscription link shows in a browser. In the browser of a chat, it begins with the way out of it. */
export async function linkPage(given: LinkPage): Promise<string> {
  const { language, site, origin, refused, isInApp, look, notice } = given
  const t = linkPageTexts[language]
  const ways = refused !== null ? '' : isInApp ? await scanned(given) : await waysIn(given)
  return page(
    given,
    `${refused === null && isInApp ? wayOut(given) : ''}
<p class="site">${logoImage(look.logo)}${escapeMarkup(site)}</p>
<h1>${t.title}</h1>
${refused === null ? '' : `<p class="refused" role="alert">${t.refused[refused]}</p>`}
${notice === null ? '' : `<p class="refused" role="alert">${escapeMarkup(notice)}</p>`}
${planCard(given)}
${given.mayClaim ? claimCard(given) : ''}
${ways}
<nav><a href="${escapeMarkup(origin)}/help">${t.help}</a><a href="${escapeMarkup(origin)}/user/subscribe/index">${t.account}</a></nav>
${refused === null ? `<script>${COPY}</script>` : ''}`,
  )
}

/** The page for previews and crawlers: whose link it is, what it gives and the link itself stay out of what they keep. */
export function previewPage(given: Pick<LinkPage, 'language' | 'site' | 'look'>): string {
  const t = linkPageTexts[given.language]
  const head = `<meta property="og:title" content="${escapeMarkup(`${t.title} - ${given.site}`)}">
<meta property="og:description" content="${t.secret}">
`
  return page(
    given,
    `<p class="site">${logoImage(given.look.logo)}${escapeMarkup(given.site)}</p>\n<h1>${t.title}</h1>\n<p>${t.secret}</p>`,
    head,
  )
}

/** `head`, `main`: HTML. */
function page({ language, site, look }: Pick<LinkPage, 'language' | 'site' | 'look'>, main: string, head = ''): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${head}<title>${escapeMarkup(`${linkPageTexts[language].title} - ${site}`)}</title>
<style>${STYLE}:root{--accent:${look.strong};--on:#fff;--link:${look.pressed}}
@media(prefers-color-scheme:dark){:root{--accent:${look.light};--on:#0b1022;--link:${look.light}}}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

function wayOut({ language, link }: LinkPage): string {
  const t = linkPageTexts[language]
  return `<section class="out"><h2>${t.openOutside}</h2><p>${t.openOutsideText}</p>${linkField(language, link)}</section>`
}

/** The link to select or copy. Stands on the page once. */
function linkField(language: Language, link: string): string {
  const t = linkPageTexts[language]
  return `<label for="link">${t.link}</label><input id="link" readonly value="${escapeMarkup(link)}">
<button class="button" id="copy" type="button" aria-live="polite" data-done="${t.copied}">${t.copy}</button><p class="note">${t.secret}</p>`
}

async function scanned({ language, link }: LinkPage, field = ''): Promise<string> {
  const t = linkPageTexts[language]
  return `<section><h2>${t.scan}</h2><div role="img" aria-label="QR">${await qrCode(link)}</div>${field}</section>`
}

function logoImage(logo: string | null): string {
  return logo === null ? '' : `<img src="${logo}" width="32" height="32" alt="">`
}

function planCard({ language, plan, expiresAt, used, quota, zone, refused }: LinkPage): string {
  const t = linkPageTexts[language]
  if (refused === 'banned') return ''
  const term = expiresAt === null ? t.permanent : t.until(formatDateTime(expiresAt, zone, 'day'))
  const share = quota > 0 ? Math.min(100, Math.round((used / quota) * 100)) : 100
  const words = escapeMarkup(t.used(formatBytes(used), formatBytes(quota)))
  return `<section aria-label="${t.plan}"><h2>${escapeMarkup(plan ?? t.noPlan)}</h2>${
    refused === 'none'
      ? ''
      : `<p>${escapeMarkup(term)}</p><meter min="0" max="100" value="${share}" aria-label="${words}"></meter><p>${words}</p>`
  }</section>`
}

/** The link follows the hash, which browsers send to nobody. */
function claimCard({ language, origin, link }: LinkPage): string {
  const t = linkPageTexts[language]
  const claim = escapeMarkup(`${origin}/claim#${encodeURIComponent(link)}`)
  return `<section><h2>${t.claim}</h2><p>${t.claimText}</p><a class="button" href="${claim}">${t.claimNow}</a></section>`
}

async function waysIn(given: LinkPage): Promise<string> {
  const { language, link, site, userAgent } = given
  const t = linkPageTexts[language]
  const { apps } = importLinks(link, site)
  const own = deviceOf(userAgent)
  const listed = (device: Device): string =>
    `<ul>${apps
      .filter(({ devices, link: open }) => open !== null && devices.includes(device))
      .map(({ name, home, link: open }) => {
        const [add, get] = [t.importTo(name), t.get(name)].map(escapeMarkup)
        return `<li><a class="button" href="${escapeMarkup(open ?? '')}">${add}</a><a href="${escapeMarkup(home)}" rel="noreferrer">${get}</a></li>`
      })
      .join('')}</ul>`
  const others = everyDevice.filter((device) => device !== own)
  return `${own === null ? '' : `<section><h2>${t.import(t.devices[own])}</h2>${listed(own)}</section>`}
${await scanned(given, linkField(language, link))}
<details><summary>${t.others}</summary>${others.map((device) => `<h3>${t.devices[device].trim()}</h3>${listed(device)}`).join('')}</details>`
}

function deviceOf(userAgent: string): Device | null {
  const signs: [Device, RegExp][] = [
    ['ios', /iPhone|iPad/],
    ['android', /Android/],
    ['windows', /Windows/],
    ['mac', /Macintosh/],
    ['linux', /Linux|X11/],
  ]
  return signs.find(([, is]) => is.test(userAgent))?.[0] ?? null
}

function qrCode(text: string): Promise<string> {
  return qrcode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
}

const STYLE = `:root{color-scheme:light dark;--line:#d8d8de;--sheet:#fff;--ground:#f4f4f7;--text:#14161c;--muted:#5b6070}
@media(prefers-color-scheme:dark){:root{--line:#343947;--sheet:#1b1e27;--ground:#12141a;--text:#eef0f6;--muted:#a3a9b8}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:1.5rem 1rem 3rem}.site{display:flex;align-items:center;gap:.625rem;margin:0 0 .5rem;color:var(--muted)}h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.2}
h2{margin:0 0 .5rem;font-size:1.05rem}h3{margin:1rem 0 .25rem;font-size:.95rem}p{margin:.25rem 0}
section,details,.refused{margin-bottom:1rem;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--sheet)}
.refused{border-color:#d64545}meter{width:100%;height:.75rem}ul{margin:0;padding:0;list-style:none}
li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem .75rem;padding:.375rem 0}
a{color:var(--link)}li a,nav a,summary{display:inline-flex;align-items:center;min-height:2.75rem}
.button{flex:1 1 12rem;justify-content:center;padding:0 1rem;border-radius:.5rem;background:var(--accent);color:var(--on);text-decoration:none;font-weight:600}
svg{display:block;width:13rem;max-width:100%;margin:0 auto 1rem;border-radius:.5rem}label,.note{font-size:.9rem;color:var(--muted)}
section>.button{display:flex;min-height:2.75rem;align-items:center;margin-top:.75rem}button.button{width:100%;min-height:2.75rem;margin:.5rem 0;border:0;font:inherit;font-weight:600;cursor:pointer}.out{border-color:var(--accent)}
input{width:100%;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--ground);color:inherit;font:inherit}
nav{display:flex;flex-wrap:wrap;gap:0 1.5rem}`
