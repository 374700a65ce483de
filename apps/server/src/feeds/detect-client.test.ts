import { FORMATS } from '@portico/contract/formats'
import { expect, test } from 'vitest'
import { detectClient } from './detect-client.ts'
import { isRobot, whoFetches } from './who-fetches.ts'
import { dialectOf } from '../formats/dialect.ts'
import { listedFormats } from '../formats/formats.ts'

// [User-Agent as the client builds it, client, format, version of the core, else of the app]
const sent: [string, string, string, string | null][] = [
  ['clash.meta/v1.19.10', 'mihomo', 'mihomo', '1.19.10'],
  ['mihomo/1.19.0', 'mihomo', 'mihomo', '1.19.0'],
  ['clash.meta', 'mihomo', 'mihomo', null],
  ['ClashMeta/1.19.29; mihomo/1.19.29', 'mihomo', 'mihomo', '1.19.29'],
  ['mihomo.party/v1.7.2 (clash.meta)', 'mihomo', 'mihomo', null],
  ['ClashMetaForAndroid/2.11.17.Meta', 'mihomo', 'mihomo', null],
  ['ClashX Meta/v1.4.24 (com.metacubex.ClashX.meta; build:622; macOS 26.0.0) Alamofire/5.10.2', 'mihomo', 'mihomo', null],
  ['Clash-Meta/Prizrak-Box (1.0)', 'mihomo', 'mihomo', null],
  ['clash-verge/v2.4.3', 'clash-verge', 'mihomo', '2.4.3'],
  ['clash-nyanpasu/v1.6.1', 'nyanpasu', 'mihomo', '1.6.1'],
  ['ClashMi/1.0.6 platform/android', 'clash-mi', 'mihomo', '1.0.6'],
  ['OpenClash/0.46.075', 'openclash', 'mihomo', '0.46.075'],
  ['ClashForAndroid/2.5.12', 'clash', 'clash', '2.5.12'],
  ['ClashX/1.118.0 (com.west2online.ClashX; build:1.118.0; macOS 14.4.1) Alamofire/5.8.1', 'clash', 'clash', '1.118.0'],
  ['ClashforWindows/0.20.39', 'clash-for-windows', 'clash', '0.20.39'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) clash_win/0.11.4 Chrome/83.0.4103.122 Electron/9.2.0 Safari/537.36',
    'clash-for-windows',
    'clash',
    null,
  ],
  ['FlClash/v0.8.90 clash-verge Platform/android', 'flclash', 'mihomo', '0.8.90'],
  ['Stash/3.1.1 Clash/1.9.0', 'stash', 'stash', '3.1.1'],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'nekobox', 'mihomo', '1.4.2'],
  ['NekoBox/PC/4.0 (Prefer ClashMeta Format)', 'nekobox', 'mihomo', '4.0'],
  ['SFA (sing-box 1.13.14; language en_US)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFI (sing-box 1.14.0-beta.2; language zh_CN)', 'sing-box', 'sing-box', '1.14.0'],
  ['SFM (sing-box 1.13.14; language ru_RU)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFT (sing-box 1.13.14; language ru_RU)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFL/1.14.5 (sing-box 1.14.5; language en_US)', 'sing-box', 'sing-box', '1.14.5'],
  ['SFA/1.11.0 (5011; sing-box 1.11.0; language zh_Hans_CN)', 'sing-box', 'sing-box', '1.11.0'],
  ['SFM/1.12.9 (Build 1; sing-box 1.12.12; language zh_CN)', 'sing-box', 'sing-box', '1.12.12'],
  ['sing-box 1.9.0', 'sing-box', 'sing-box', '1.9.0'],
  ['sing-box/1.13.0', 'sing-box', 'sing-box', '1.13.0'],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify', 'sing-box', '4.1.2'],
  ['HiddifyNextX/2.5.7 (windows) like ClashMeta v2ray sing-box', 'hiddify', 'sing-box', '2.5.7'],
  ['Karing/1.2.18.2102 ios', 'karing', 'sing-box', '1.2.18.2102'],
  ['karing/1.1.4.920', 'karing', 'sing-box', '1.1.4.920'],
  ['Karing/1.2.24; sing-box 1.13.19', 'karing', 'sing-box', '1.13.19'],
  ['v2rayN/7.16.3', 'v2rayn', 'uri', '7.16.3'],
  ['v2rayN/9.99', 'v2rayn', 'uri', '9.99'],
  ['v2rayNG/1.10.24', 'v2rayng', 'uri', '1.10.24'],
  ['Shadowrocket/2070 CFNetwork/1498.700.2 Darwin/23.6.0', 'shadowrocket', 'shadowrocket', '2070'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'browser',
    'uri',
    null,
  ],
  ['Surge iOS/3090', 'surge', 'surge', '3090'],
  ['Surge%203/863 CFNetwork/887 Darwin/17.0.0', 'surge', 'surge', '863'],
  ['Surfboard/2.24.0 (com.getsurfboard; 123)', 'surfboard', 'surfboard', '2.24.0'],
  ['Loon/762 CFNetwork/1498.700.2 Darwin/23.6.0', 'loon', 'loon', '762'],
  ['Decar/3.2.4', 'decar', 'loon', '3.2.4'],
  ['Quantumult%20X/1.5.2', 'quantumult-x', 'quantumult-x', '1.5.2'],
  ['Quantumult/619 CFNetwork/975.0.3 Darwin/18.2.0', 'quantumult', 'uri', '619'],
  ['Happ/4.6.0/ios/2507', 'happ', 'uri', '4.6.0'],
  ['V2Box 9.8.9;IOS 26.4.2', 'v2box', 'uri', '9.8.9'],
  ['v2raytun/ios', 'v2raytun', 'uri', null],
  ['Streisand/1.6.44', 'streisand', 'uri', '1.6.44'],
  ['Throne/1.0.9', 'throne', 'uri', '1.0.9'],
  ['NekoRay/3.26', 'nekobox', 'uri', '3.26'],
  ['Go-http-client/2.0', 'unknown', 'uri', null],
  ['Dart/3.4 (dart:io)', 'unknown', 'uri', null],
  ['okhttp/4.12.0', 'unknown', 'uri', null],
  ['curl/8.7.1', 'unknown', 'uri', null],
  ['passing-boxes/2.0', 'unknown', 'uri', null],
  ['crossing-box/2.0', 'unknown', 'uri', null],
  ['', 'unknown', 'uri', null],
  ['Mihomo/1.19.24', 'mihomo', 'mihomo', '1.19.24'],
  ['clash-verge/v1.3.7', 'clash-verge', 'mihomo', '1.3.7'],
  ['Stash/2.4.9 Clash/1.9.0 CFNetwork/1410.0.3 Darwin/22.6.0', 'stash', 'stash', '2.4.9'],
  ['Surge iOS/2397', 'surge', 'surge', '2397'],
  ['Surge Mac/2985', 'surge', 'surge', '2985'],
  ['Loon/636 CFNetwork/1410 Darwin/22.6.0', 'loon', 'loon', '636'],
  ['Shadowrocket/1992 CFNetwork/1410.0.3 Darwin/22.6.0', 'shadowrocket', 'shadowrocket', '1992'],
  ['v2rayN/6.30', 'v2rayn', 'uri', '6.30'],
  ['v2rayNG/1.9.4', 'v2rayng', 'uri', '1.9.4'],
  ['Shadowrocket/2592 CFNetwork/3826.500.131 Darwin/24.5.0', 'shadowrocket', 'shadowrocket', '2592'],
  ['SFI/1.8.14 (1; sing-box 1.8.14)', 'sing-box', 'sing-box', '1.8.14'],
  ['sing-box 1.10.7', 'sing-box', 'sing-box', '1.10.7'],
  ['ClashX Pro/1.97.0.4 (com.west2online.ClashXPro; build:1.97.0.4; macOS 13.4.1) Alamofire/5.6.4', 'clash', 'clash', '1.97.0.4'],
  ['Clash/1.18.0', 'clash', 'clash', '1.18.0'],
  ['ClashMetaForAndroid/2.11.5.Meta', 'mihomo', 'mihomo', null],
  ['Quantumult-X/1.4.1', 'quantumult-x', 'quantumult-x', '1.4.1'],
  ['Quantumult X/1.0.10', 'quantumult-x', 'quantumult-x', '1.0.10'],
  ['Outline/1.15.2', 'outline', 'outline', '1.15.2'],
  ['PassWall2', 'passwall', 'uri', null],
  ['NekoBox/Android/1.3.9', 'nekobox', 'uri', '1.3.9'],
  ['Happ/3.1.0/android', 'happ', 'uri', '3.1.0'],
  ['Streisand', 'streisand', 'uri', null],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'browser',
    'uri',
    null,
  ],
  ['python-requests/2.32.3', 'unknown', 'uri', null],
  ['Exclave/0.14.1', 'unknown', 'uri', null],
  ['StashCore/1.9.9', 'stash-core', 'stash', '1.9.9'],
  ['ShadowsocksWindows/4.4.1.0', 'shadowsocks-windows', 'sip008', '4.4.1.0'],
  ['husi/0.10.0 (sing-box 1.12.9)', 'sing-box', 'sing-box', '1.12.9'],
]

test.each(sent)('%s is %s and gets %s', (userAgent, client, format, version) => {
  expect(detectClient({ userAgent })).toMatchObject({ format, client, version })
  expect(isRobot(whoFetches(userAgent)), 'nodes are kept from it').toBe(false)
})

test('every format that recognises clients has a sample', () => {
  const seen = new Set(sent.map(([, , format]) => format))
  const recognising = FORMATS.filter((format) => listedFormats[format].clients)
  expect(
    recognising.filter((format) => !seen.has(format)),
    'missing among the samples above',
  ).toEqual([])
  expect(sent.length).toBeGreaterThanOrEqual(60)
})

test.each([
  ['uri', 'clash-verge/v2.4.3', 'uri'],
  ['mihomo', 'sing-box 1.12.0', 'mihomo'],
  ['Clash', 'v2rayN/7.16.3', 'clash'],
  ['meta', '', 'mihomo'],
  ['verge', '', 'mihomo'],
  ['clash.meta/1.19.0', '', 'mihomo'],
  ['sing-box', 'Go-http-client/1.1', 'sing-box'],
  ['singbox', '', 'sing-box'],
  ['hiddify', '', 'sing-box'],
  ['shadowrocket', 'clash.meta/v1.19.0', 'shadowrocket'],
  ['surge', 'clash.meta/v1.19.0', 'surge'],
  ['quantumult%20x', '', 'quantumult-x'],
  ['QX', '', 'quantumult-x'],
  ['shadowsocks', 'Dalvik/2.1.0', 'sip008'],
  ['v2rayng', '', 'uri'],
  ['json', '', 'xray'],
  ['no such client', 'clash.meta/v1.19.0', 'uri'],
])('the flag "%s" overrides the User-Agent "%s": %s', (flag, userAgent, format) => {
  expect(detectClient({ flag, userAgent }).format).toBe(format)
})

test.each(FORMATS)('every format’s name is a flag: %s', (format) => {
  expect(detectClient({ flag: format, userAgent: 'Mozilla/5.0' }).format).toBe(format)
})

test('an empty flag counts as none; a flag keeps the client and the core version from the User-Agent', () => {
  expect(detectClient({ flag: '', userAgent: 'clash.meta/v1.19.0' }).format).toBe('mihomo')
  expect(detectClient({ flag: 'sing-box', userAgent: 'SFI/1.11.4 (1; sing-box 1.11.4)' })).toEqual({
    format: 'sing-box',
    client: 'sing-box',
    program: 'sing-box-app',
    version: '1.11.4',
  })
  expect(detectClient({ flag: 'sing-box', userAgent: 'mihomo/1.19.0' }).version).toBeNull()
  expect(detectClient({ flag: 'surge', userAgent: 'Surge iOS/2000' })).toMatchObject({ program: 'surge', version: '2000' })
})

test.each([
  ['mihomo.party/v1.7.2 (clash.meta)', 'anytls', false],
  ['mihomo/1.19.2', 'anytls', true],
  ['mihomo/1.19.10', 'anytls', false],
  ['clash-verge/v1.3.7', 'hysteria2', true],
  ['clash-verge/v1.3.8', 'hysteria2', false],
  ['sing-box 1.9.0', 'anytls', true],
  ['sing-box 1.12.0', 'anytls', false],
  ['sing-box 1.12.0', 'naive', true],
  ['SFA/1.13.0 (5011; sing-box 1.13.0; language zh_Hans_CN)', 'naive', false],
  ['SFA/1.12.9 (5011; sing-box 1.12.9; language zh_Hans_CN)', 'naive', true],
  // Nobody knows with which parts these were built.
  ['sing-box 1.13.0', 'naive', true],
  ['husi/0.10.0 (sing-box 1.13.0)', 'naive', true],
  ['HiddifyNext/1.0.0 (android) like ClashMeta v2ray sing-box', 'anytls', false],
  ['Stash/2.4.9 Clash/1.9.0', 'hysteria2', true],
  ['Stash/3.0.0 Clash/1.9.0', 'hysteria2', false],
  ['Stash/3.0.9 Clash/1.9.0', 'vless-reality', true],
  ['Loon/636 CFNetwork/1410', 'hysteria2', true],
  ['Decar/3.2.4', 'hysteria2', false],
  ['Shadowrocket/1992 CFNetwork/1410', 'hysteria2', true],
  ['Shadowrocket/2592 CFNetwork/3826', 'anytls', false],
  ['Surge iOS/2397', 'hysteria2', true],
  ['v2rayN/6.30', 'hysteria2', true],
  ['v2rayN/6.31', 'hysteria2', false],
  ['v2rayNG/1.9.4', 'hysteria2', true],
  ['v2rayNG/1.10.0', 'hysteria2', false],
  ['v2rayN/9.99', 'hysteria2', false],
  ['StashCore/1.9.9', 'vless-reality', false],
  ['ClashforWindows/0.20.39', 'vless', true],
] as const)('%s lacks %s: %s', (userAgent, feature, isLacking) => {
  const { format, program, version } = detectClient({ userAgent })
  expect(dialectOf(format, program, version).lacks.has(feature)).toBe(isLacking)
})

test.each([
  ['1.8.14', 8],
  ['1.9.7', 8],
  ['1.10.7', 10],
  ['1.11.15', 11],
  ['1.12.0-beta.1', 12],
  ['1.13.2', 12],
  ['1.14.1', 14],
])('sing-box %s reads the layout of 1.%i', (version, layout) => {
  expect(dialectOf('sing-box', 'sing-box', version).layout).toBe(layout)
})

test('clients with no relevant difference share their profiles', () => {
  expect(dialectOf('sing-box', 'sing-box', '1.13.1').key).toBe(dialectOf('sing-box', 'sing-box', '1.13.9').key)
  expect(dialectOf('uri', 'v2rayn', '7.16').key).toBe(dialectOf('uri', 'happ', '4.6').key)
})
