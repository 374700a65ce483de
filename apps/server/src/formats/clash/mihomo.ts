import { installConfig } from '../app-links.ts'
import { contentTypes, type ListedFormat } from '../client-format.ts'
import { compileClash } from './clash-profile.ts'
import { clashTemplate } from './clash-template.ts'
import { mihomoProxy } from './mihomo-proxy.ts'
import { startingMihomo } from './starting-mihomo.ts'

const template = clashTemplate(mihomoProxy, startingMihomo)

export const mihomo = {
  title: { en: 'Clash / mihomo', 'zh-CN': 'Clash / mihomo' },
  about: { en: 'YAML, for apps of the Clash family', 'zh-CN': 'YAML 格式，适用于 Clash 系列客户端' },
  flags: ['meta', 'clashmeta', 'clash-meta', 'clash.meta', 'verge', 'flclash'],
  clients: [
    { client: 'nekobox', is: /^Neko(?:Box|Ray)\b.*prefer clash/i },
    { client: 'flclash', is: /^FlClash/i },
    { client: 'clash-mi', is: /^ClashMi\b/i },
    { client: 'openclash', is: /^OpenClash\b/i },
  ],
  mentions: [
    { client: 'clash-verge', is: /\bclash-?verge\b/i },
    { client: 'mihomo', is: /\bmihomo\b|\bclash[ ._-]?meta|\bclashx[ .]?meta/i },
    { client: 'nyanpasu', is: /\bclash[ -]nyanpasu\b/i },
  ],
  coreVersion: /\b(?:mihomo|clash\.meta)\/v?(\d+(?:\.\d+)+)/i,
  contentType: contentTypes.yaml,
  // Its core says that it is Xray 1.8.2 (https://github.com/MetaCubeX/mihomo/issues/2967).
  lacks: ['naive', 'reality-xray'],
  since: {
    mihomo: {
      hysteria2: [1, 15],
      mieru: [1, 19],
      'mieru-udp': [1, 19, 17],
      anytls: [1, 19, 3],
      ech: [1, 19, 9],
      'vless-encryption': [1, 19, 13],
      'vless-xhttp': [1, 19, 23],
      gecko: [1, 19, 26],
    },
    'clash-verge': {
      hysteria2: [1, 3, 8],
      anytls: [2, 2, 3],
      ech: [2, 3],
      'vless-encryption': [2, 4, 2],
      'vless-xhttp': [2, 5],
      gecko: [2, 5, 2],
    },
  },
  compile: compileClash(mihomoProxy, template),
  template,
  apps: [
    {
      name: 'Clash Verge / mihomo',
      devices: ['windows', 'mac', 'linux'],
      home: 'https://www.clashverge.dev',
      rank: 10,
      link: installConfig('clash'),
    },
    {
      name: 'Clash Meta for Android',
      devices: ['android'],
      home: 'https://github.com/MetaCubeX/ClashMetaForAndroid',
      rank: 20,
      link: installConfig('clashmeta'),
    },
    {
      name: 'FlClash',
      devices: ['android', 'windows', 'mac', 'linux'],
      home: 'https://github.com/chen08209/FlClash',
      rank: 100,
      link: installConfig('flclash'),
    },
  ],
} satisfies ListedFormat
