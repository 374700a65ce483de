import { contentTypes, type ListedFormat } from '../client-format.ts'
import { featureGroups } from '../features.ts'
import { lineTemplate } from './line-template.ts'
import { startingSurge } from './starting-surge.ts'
import { compileSurge, surgeLanguage } from './surge-profile.ts'

const { newest, httpUpgrade, grpc, vless, rare } = featureGroups

const template = lineTemplate(surgeLanguage, (choice) => startingSurge('surge', choice))

export const surge = {
  title: { en: 'Surge', 'zh-CN': 'Surge' },
  about: { en: 'Full profile, updates automatically', 'zh-CN': '完整配置，可自动更新' },
  clients: [{ client: 'surge', is: /^Surge\b/i }],
  contentType: contentTypes.text,
  ending: '.conf',
  lacks: [...newest, ...httpUpgrade, ...grpc, ...vless, 'trojan-reality', 'quoted-salamander', 'ss-websocket', ...rare],
  since: { surge: { hysteria2: [2398], salamander: [2398] } },
  secretText: surgeLanguage.secretText,
  compile: compileSurge('surge', template),
  template,
  apps: [
    {
      name: 'Surge',
      devices: ['ios', 'mac'],
      home: 'https://nssurge.com',
      rank: 110,
      link: (address) => `surge:///install-config?url=${encodeURIComponent(address)}`,
    },
  ],
} satisfies ListedFormat
