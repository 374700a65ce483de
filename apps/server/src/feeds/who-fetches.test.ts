import { expect, test } from 'vitest'
import { converterOf, type Fetcher, whoFetches } from './who-fetches.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const android = (tail: string): string =>
  `Mozilla/5.0 (Linux; Android 14; V2309A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 ${tail}`
const iphone = (tail: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${tail}`

const senders: Record<Fetcher, string[]> = {
  preview: [
    'TelegramBot (like TwitterBot)',
    'Twitterbot/1.0',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit/1.1;line-poker/1.0',
    'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'facebookcatalog/1.0',
    'meta-externalfetcher/1.1',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'WhatsApp/2.23.20.0 A',
    'WhatsApp/2',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
    'Viber/13.3.0.1',
    'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
    'Bluesky Cardyb/1.1; +mailto:support@bsky.app',
    'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example.com/)',
    'Synapse (bot; +https://github.com/matrix-org/synapse)',
    'Mattermost-Bot/1.1',
    'Iframely/1.3.1 (+https://iframely.com/docs/about)',
    'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
    'DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/microapp/faquestions/ftpfeu)',
    'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/112.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; Pinterestbot/0.2; +https://www.pinterest.com/bot.html)',
    'ZoomBot (Zoombot 1.0 https://zoom.us)',
  ],
  crawler: [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Mozilla/5.0 (compatible; YisouSpider/5.0)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    'Uptime-Kuma/1.23.13',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'check_http/v2.3.3 (monitoring-plugins 2.3.3)',
    'Blackbox Exporter/0.25.0',
    'Mozilla/5.0 (compatible; StatusCake)',
    'Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    chrome.replace('Chrome/', 'HeadlessChrome/'),
    'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
  ],
  in_app: [
    iphone('MicroMessenger/8.0.50(0x18003233) NetType/WIFI Language/zh_CN'),
    android('MMWEBID/1234 MicroMessenger/8.0.50.2701(0x2800325B) WeChat/arm64 Weixin NetType/4G'),
    `${chrome} MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF`,
    iphone('QQ/9.0.0.610 V1_IPH_SQ_9.0.0_1_APP_A Pixel/1080'),
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn) AppleWebKit/537.36 MQQBrowser/6.2 TBS/046247 Mobile Safari/537.36 V1_AND_SQ_9.0.0 QQ/9.0.0.14110',
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Xiaomi 23049PCD8G; Android 14; SDK 34; HIGH)',
    iphone('Weibo (iPhone15,2__weibo__14.9.0__iphone__os18.5)'),
    iphone('AliApp(DingTalk/7.6.0) com.laiwang.DingTalk/42120210'),
    iphone('[FBAN/FBIOS;FBAV/480.0.0.35.105;FBDV/iPhone15,2]'),
    iphone('Instagram 350.0.0.29.93 (iPhone15,2; iOS 18_5; zh_CN)'),
    iphone('Twitter for iPhone/10.60'),
    iphone('Safari Line/14.15.0'),
    iphone('wxwork/4.1.30 MicroMessenger/7.0.1'),
    android('aweme_310101 BytedanceWebview/d8a21c6'),
    android(''),
  ],
  converter: ['subconverter/v0.9.0 cURL/8.5.0', 'SubConverter/0.7.2'],
  browser: [
    chrome,
    iphone('Version/18.5 Safari/604.1'),
    'Mozilla/5.0 (Linux; U; Android 14; zh-cn) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.5 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Mozilla/5.0 (Linux; U; Android 14; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  ],
  client: ['curl/8.7.1', 'Go-http-client/2.0', 'okhttp/4.12.0', 'Dart/3.4 (dart:io)', 'axios/1.7.2', 'NekoBotBox', ''],
}

test.each(Object.entries(senders).flatMap(([who, sent]) => sent.map((userAgent) => [who, userAgent])))('%s: %s', (who, userAgent) => {
  expect(whoFetches(userAgent)).toBe(who)
})

test('a converter is known by the headers that it adds to those of its visitor', () => {
  const sent: Record<string, string> = { 'user-agent': chrome, 'subconverter-version': 'v0.9.0' }
  expect(converterOf((name) => sent[name])).toBe('subconverter/v0.9.0')
  expect(converterOf((name) => ({ 'subconverter-request': '1' })[name])).toBe('subconverter/')
  expect(converterOf(() => undefined)).toBe(null)
})
