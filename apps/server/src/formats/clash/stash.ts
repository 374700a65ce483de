import { installConfig } from '../app-links.ts'
import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { compileClash } from './clash-profile.ts'
import { clashTemplate } from './clash-template.ts'
import { stashProxy } from './stash-proxy.ts'
import { startingMihomo } from './starting-mihomo.ts'

const { newest, httpUpgrade } = featureGroups

const template = clashTemplate(stashProxy, startingMihomo)

export const stash = {
  title: { en: 'Stash', 'zh-CN': 'Stash' },
  about: { en: 'YAML for Stash', 'zh-CN': 'Stash 专用 YAML' },
  clients: [
    // The app's core, which counts its own versions.
    { client: 'stash-core', is: /^StashCore\b/i },
    { client: 'stash', is: /^Stash\b/i },
  ],
  contentType: contentTypes.yaml,
  lacks: [...newest, ...httpUpgrade, 'trojan-reality', 'naive', 'mieru'],
  since: { stash: { hysteria2: [2, 5], 'ss-2022': [3], 'vless-reality': [3, 1], vision: [3, 1], anytls: [3, 3] } },
  compile: compileClash(stashProxy, template),
  template,
  apps: [{ name: 'Stash', devices: ['ios', 'mac'], home: 'https://stash.wiki', rank: 40, isPaid: true, link: installConfig('stash') }],
} satisfies ListedFormat
