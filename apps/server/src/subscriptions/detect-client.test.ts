import { expect, test } from 'vitest'
import { detectFormat } from './detect-client.ts'

// [User-Agent, client, format, core version], as the clients build them.
const sent: [string, string, string, string | null][] = [
  ['clash.meta/v1.19.10', 'mihomo', 'mihomo', '1.19.10'],
  ['mihomo/1.19.0', 'mihomo', 'mihomo', '1.19.0'],
  ['clash.meta', 'mihomo', 'mihomo', null],
  ['ClashMeta/1.19.29; mihomo/1.19.29', 'mihomo', 'mihomo', '1.19.29'],
  ['mihomo.party/v1.7.2 (clash.meta)', 'mihomo', 'mihomo', null],
  ['ClashMetaForAndroid/2.11.17.Meta', 'mihomo', 'mihomo', null],
  ['ClashX Meta/v1.4.24 (com.metacubex.ClashX.meta; build:622; macOS 26.0.0) Alamofire/5.10.2', 'mihomo', 'mihomo', null],
  ['Clash-Meta/Prizrak-Box (1.0)', 'mihomo', 'mihomo', null],
  ['clash-verge/v2.4.3', 'clash-verge', 'mihomo', null],
  ['clash-nyanpasu/v1.6.1', 'clash', 'mihomo', null],
  ['ClashMi/1.0.6 platform/android', 'clash', 'mihomo', null],
  ['OpenClash/0.46.075', 'clash', 'mihomo', null],
  ['ClashForAndroid/2.5.12', 'clash', 'mihomo', null],
  ['ClashX/1.118.0 (com.west2online.ClashX; build:1.118.0; macOS 14.4.1) Alamofire/5.8.1', 'clash', 'mihomo', null],
  ['ClashforWindows/0.20.39', 'clash-for-windows', 'mihomo', null],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) clash_win/0.11.4 Chrome/83.0.4103.122 Electron/9.2.0 Safari/537.36',
    'clash-for-windows',
    'mihomo',
    null,
  ],
  ['FlClash/v0.8.90 clash-verge Platform/android', 'flclash', 'mihomo', null],
  ['Stash/3.1.1 Clash/1.9.0', 'stash', 'mihomo', null],
  ['NekoBox/Android/1.4.2 (Prefer ClashMeta Format)', 'nekobox', 'mihomo', null],
  ['NekoBox/PC/4.0 (Prefer ClashMeta Format)', 'nekobox', 'mihomo', null],
  ['SFA (sing-box 1.13.14; language en_US)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFI (sing-box 1.14.0-beta.2; language zh_CN)', 'sing-box', 'sing-box', '1.14.0'],
  ['SFM (sing-box 1.13.14; language ru_RU)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFT (sing-box 1.13.14; language ru_RU)', 'sing-box', 'sing-box', '1.13.14'],
  ['SFA/1.11.0 (5011; sing-box 1.11.0; language zh_Hans_CN)', 'sing-box', 'sing-box', '1.11.0'],
  ['SFM/1.12.9 (Build 1; sing-box 1.12.12; language zh_CN)', 'sing-box', 'sing-box', '1.12.12'],
  ['sing-box 1.9.0', 'sing-box', 'sing-box', '1.9.0'],
  ['sing-box/1.13.0', 'sing-box', 'sing-box', '1.13.0'],
  ['HiddifyNext/4.1.2 (android) like ClashMeta v2ray sing-box', 'hiddify', 'sing-box', null],
  ['HiddifyNextX/2.5.7 (windows) like ClashMeta v2ray sing-box', 'hiddify', 'sing-box', null],
  ['Karing/1.2.18.2102 ios', 'karing', 'sing-box', null],
  ['karing/1.1.4.920', 'karing', 'sing-box', null],
  ['Karing/1.2.24; sing-box 1.13.19', 'karing', 'sing-box', '1.13.19'],
  ['v2rayN/7.16.3', 'v2rayn', 'uri', null],
  ['v2rayN/9.99', 'v2rayn', 'uri', null],
  ['v2rayNG/1.10.24', 'v2rayng', 'uri', null],
  ['Shadowrocket/2070 CFNetwork/1498.700.2 Darwin/23.6.0', 'shadowrocket', 'uri', null],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'browser',
    'uri',
    null,
  ],
  ['Surge iOS/3090', 'surge', 'uri', null],
  ['Surge%203/863 CFNetwork/887 Darwin/17.0.0', 'surge', 'uri', null],
  ['Surfboard/2.24.0 (com.getsurfboard; 123)', 'surfboard', 'uri', null],
  ['Loon/762 CFNetwork/1498.700.2 Darwin/23.6.0', 'loon', 'uri', null],
  ['Decar/3.2.4', 'loon', 'uri', null],
  ['Quantumult%20X/1.5.2', 'quantumult-x', 'uri', null],
  ['Quantumult/619 CFNetwork/975.0.3 Darwin/18.2.0', 'quantumult', 'uri', null],
  ['Happ/4.6.0/ios/2507', 'happ', 'uri', null],
  ['V2Box 9.8.9;IOS 26.4.2', 'v2box', 'uri', null],
  ['v2raytun/ios', 'v2raytun', 'uri', null],
  ['Streisand/1.6.44', 'streisand', 'uri', null],
  ['Throne/1.0.9', 'throne', 'uri', null],
  ['NekoRay/3.26', 'nekobox', 'uri', null],
  ['Go-http-client/2.0', 'unknown', 'uri', null],
  ['Dart/3.4 (dart:io)', 'unknown', 'uri', null],
  ['okhttp/4.12.0', 'unknown', 'uri', null],
  ['curl/8.7.1', 'unknown', 'uri', null],
  ['passing-boxes/2.0', 'unknown', 'uri', null],
  ['crossing-box/2.0', 'unknown', 'uri', null],
  ['', 'unknown', 'uri', null],
]

test.each(sent)('%s is %s and gets %s', (userAgent, client, format, coreVersion) => {
  expect(detectFormat({ userAgent })).toEqual({ format, coreVersion, client })
})

test.each([
  ['uri', 'clash-verge/v2.4.3', 'uri'],
  ['mihomo', 'sing-box 1.12.0', 'mihomo'],
  ['Clash', 'v2rayN/7.16.3', 'mihomo'],
  ['meta', '', 'mihomo'],
  ['verge', '', 'mihomo'],
  ['clash.meta/1.19.0', '', 'mihomo'],
  ['sing-box', 'Go-http-client/1.1', 'sing-box'],
  ['singbox', '', 'sing-box'],
  ['shadowrocket', 'clash.meta/v1.19.0', 'uri'],
  ['surge', 'clash.meta/v1.19.0', 'uri'],
  ['no such client', 'clash.meta/v1.19.0', 'uri'],
])('flag "%s" decides, whatever "%s" would get: %s', (flag, userAgent, format) => {
  expect(detectFormat({ flag, userAgent }).format).toBe(format)
})

test('an empty flag is no flag', () => {
  expect(detectFormat({ flag: '', userAgent: 'clash.meta/v1.19.0' }).format).toBe('mihomo')
})

test('a flag keeps the client and the core version its User-Agent tells', () => {
  expect(detectFormat({ flag: 'sing-box', userAgent: 'SFI/1.11.4 (1; sing-box 1.11.4)' })).toEqual({
    format: 'sing-box',
    coreVersion: '1.11.4',
    client: 'sing-box',
  })
  expect(detectFormat({ flag: 'sing-box', userAgent: 'mihomo/1.19.0' }).coreVersion).toBeNull()
})
