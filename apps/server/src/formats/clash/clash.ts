import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { compileClash } from './clash-profile.ts'
import { clashTemplate } from './clash-template.ts'
import { mihomoProxy } from './mihomo-proxy.ts'
import { startingClash } from './starting-clash.ts'

const { newest, httpUpgrade, vless, rare } = featureGroups

const template = clashTemplate(mihomoProxy, startingClash)

export const clash = {
  title: { en: 'Clash (classic)', 'zh-CN': 'Clash（经典版）' },
  about: { en: 'YAML for older Clash apps', 'zh-CN': 'YAML 格式，仅含旧版 Clash 支持的节点' },
  // Any other app named Clash may have the original core, abandoned in 2023, which refuses what it does not know.
  mentions: [
    { client: 'clash-for-windows', is: /\bClash_?(?:for)?_?Win/i },
    { client: 'clash', is: /clash/i },
  ],
  contentType: contentTypes.yaml,
  lacks: [...newest, ...httpUpgrade, ...vless, 'trojan-reality', 'ss-2022', ...rare, 'hysteria2', 'tuic', 'anytls'],
  compile: compileClash(mihomoProxy, template),
  template,
} satisfies ListedFormat
