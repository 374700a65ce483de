import { contentTypes, type ListedFormat } from '../client-format.ts'
import { lineTemplate } from './line-template.ts'
import { surge } from './surge.ts'
import { compileSurge, startingSurge, surgeLanguage } from './surge-profile.ts'

export const surfboard = {
  title: { en: 'Surfboard', 'zh-CN': 'Surfboard' },
  about: surge.about,
  clients: [{ client: 'surfboard', is: /^Surfboard\b/i }],
  contentType: contentTypes.text,
  ending: '.conf',
  lacks: [...surge.lacks, 'ss-2022', 'hysteria2', 'tuic'],
  compile: (content) => compileSurge('surfboard', content),
  template: lineTemplate(surgeLanguage, startingSurge('surfboard')),
  apps: [
    {
      name: 'Surfboard',
      devices: ['android'],
      home: 'https://getsurfboard.com',
      rank: 150,
      link: (address) => `surfboard:///install-config?url=${encodeURIComponent(address)}`,
    },
  ],
} satisfies ListedFormat
