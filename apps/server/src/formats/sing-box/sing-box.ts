import { installConfig, withFragment } from '../app-links.ts'
import { contentTypes, everyDevice, type ListedFormat } from '../client-format.ts'
import { compileSingBox } from './sing-box-profile.ts'
import { singBoxTemplate } from './sing-box-template.ts'

export const singBox = {
  title: { en: 'sing-box', 'zh-CN': 'sing-box' },
  about: { en: 'JSON, for apps built on sing-box', 'zh-CN': 'JSON 格式，适用于 sing-box 内核客户端' },
  flags: ['singbox', 'sing', 'sfa', 'sfi', 'sfm', 'sft', 'sfl', 'sfw', 'hiddify', 'karing'],
  clients: [
    { client: 'hiddify', is: /^Hiddify/i },
    { client: 'karing', is: /^Karing\b/i },
    // The official apps, since 1.14 for Linux and Windows too.
    { client: 'sing-box', is: /^SF[AIMTLW]\b/, program: 'sing-box-app' },
  ],
  mentions: [{ client: 'sing-box', is: /(?:^|[^a-z])sing-?box\b/i }],
  coreVersion: /\bsing-box[ /]v?(\d+(?:\.\d+)+)/i,
  contentType: contentTypes.json,
  lacks: ['vless-xhttp', 'vless-encryption', 'reality-xray', 'mieru', 'socks-tls'],
  unsure: ['naive'],
  makersApps: ['sing-box-app'],
  since: {
    'sing-box': {
      'vless-reality': [1, 6],
      'trojan-reality': [1, 6],
      hysteria2: [1, 5],
      tuic: [1, 5],
      anytls: [1, 12],
      naive: [1, 13],
      // Older ones refuse the whole file.
      gecko: [1, 14],
      // Before 1.12, only some builds had it.
      ech: [1, 12],
    },
  },
  // HTTP clients came with 1.14, typed DNS servers with 1.12, rule actions with 1.11, the single address list with 1.10.
  layouts: [14, 12, 11, 10, 8],
  // Every core from 1.12 to 1.15 reads it.
  untold: 12,
  templatesFrom: 12,
  compile: compileSingBox,
  template: singBoxTemplate,
  apps: [
    {
      name: 'sing-box',
      devices: everyDevice,
      home: 'https://sing-box.sagernet.org/clients/',
      rank: 50,
      link: (address, title) => `sing-box://import-remote-profile?${withFragment(address, title)}`,
    },
    {
      name: 'Hiddify',
      devices: everyDevice,
      home: 'https://hiddify.com',
      rank: 80,
      link: (address, title) => `hiddify://import/${address}#${encodeURIComponent(title)}`,
    },
    { name: 'Karing', devices: everyDevice, home: 'https://karing.app', rank: 90, link: installConfig('karing') },
  ],
} satisfies ListedFormat
