import { detectClient } from './detect-client.ts'

/**
 * Who asks for a link. `preview` (of a chat or social network), `crawler` (also monitors) and unknown bots never get nodes. `converter`:
 * a service that makes another profile of ours, and forwards what a browser sent to it. `in_app`: a chat's browser, which opens no app.
 */
export type Fetcher = 'client' | 'browser' | 'in_app' | 'preview' | 'crawler' | 'converter'

/** The first match wins; CUBOT makes phones. Asked after the clients of `formats`, whose names none of these may take. */
const others: readonly (readonly [Fetcher, RegExp])[] = [
  ['converter', /^subconverter\b/i],
  [
    'preview',
    /facebook(?:external|catalog)|\bfacebot\b|meta-external(?:hit|fetcher)|\b(?:twitter|telegram|discord|linkedin|zoom|reddit)bot\b/i,
  ],
  ['preview', /\bslack(?:bot|-imgproxy)\b|^whatsapp\/|\bskypeuripreview\b|\bvkshare\b|^viber\b|\bkakaotalk-scrap\b|\bline-poker\b/i],
  ['preview', /\bpinterest(?:bot)?\/0|\btumblr\/\d|\bcardyb\b|\bmastodon\/|\bsynapse\b|\bmattermost|\brocket\.?chat\b|\bnextcloud server/i],
  [
    'preview',
    /\biframely\b|\bembedly\b|\bdingtalkbot\b|\b(?:lark|feishu)(?:bot|-?url)|preview\b|\bpreviewer?\/|\blinkexpander\b|link-?service/i,
  ],
  [
    'crawler',
    /(?:(?<!cu)bot|crawler|spider)(?![a-z])|spider\d|slurp|\barchiver?\b|mediapartners|google-(?:read|inspection|adwords|site)|lighthouse/i,
  ],
  ['crawler', /uptime|pingdom|statuscake|monitor|site24x7|check_http|blackbox|zabbix|newrelic|datadog|nagios|healthcheck|\bprtg\b/i],
  ['crawler', /headless|phantomjs|urlscan|virustotal|safebrowsing|censys|\bnuclei\b|\bnmap\b|\bmasscan\b|zgrab/i],
  // Robots say where to read about them.
  ['crawler', /\+https?:\/\//i],
]

/** Browsers inside apps. QQ's own browser (MQQBrowser) is none; Android names the browser inside any app `wv`. */
const inApps =
  /\bMicroMessenger\/|\bwxwork\/|\bQQ\/\d|\bTIM\/\d|\bQzone\/|\bTelegram-?(?:Android|iOS)?\/|\bWeibo\b|\bDingTalk\/|\bAliApp\(|\bAlipayClient\/|\b(?:Feishu|Lark)\/|\bLine\/\d|\bKAKAOTALK\b|\bFB(?:AN|AV|_IAB)\b|\bInstagram\b|\bBarcelona\b|\bTwitter for\b|\bTwitterAndroid\b|\bSnapchat\/|\bLinkedInApp\b|\bbaiduboxapp\/|\baweme\b|\bmusical_ly\b|\bBytedanceWebview\b|\bNewsArticle\/|\bxiaohongshu\b|\bdiscover\/\d+[^)]*\bxhs|\bBiliApp\/|\bZhihuHybrid\b|\bDiscord\/|\bSlack(?:_SSB)?\/|\bViber\/|; ?wv\)/i

/** Tells from the User-Agent. Unknown programs count as clients: apps often send the name of a library. */
export function whoFetches(userAgent: string): Fetcher {
  const { client } = detectClient({ userAgent })
  if (client !== 'unknown' && client !== 'browser' && client !== 'subconverter') return 'client'
  const found = others.find(([, is]) => is.test(userAgent))?.[0]
  if (found) return found
  if (client !== 'browser') return 'client'
  return inApps.test(userAgent) ? 'in_app' : 'browser'
}

/** Whether nodes are kept from this caller, whatever the link asks for. */
export function isRobot(who: Fetcher): boolean {
  return who === 'preview' || who === 'crawler'
}

/** The User-Agent of a converter, which sends that of its visitor; null: none asks. */
export function converterOf(header: (name: string) => string | undefined): string | null {
  const version = header('subconverter-version')
  if (version === undefined && header('subconverter-request') === undefined) return null
  return `subconverter/${version ?? ''}`
}
