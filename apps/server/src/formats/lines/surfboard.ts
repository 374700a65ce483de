import { contentTypes, type ListedFormat } from '../client-format.ts'
import { lineTemplate } from './line-template.ts'
import { surge } from './surge.ts'
import { startingSurge } from './starting-surge.ts'
import { compileSurge, surgeLanguage } from './surge-profile.ts'

const template = lineTemplate(surgeLanguage, (choice) => startingSurge('surfboard', choice))

export const surfboard = {
  title: { en: 'Surfboard', 'zh-CN': 'Surfboard' },
  about: surge.about,
  clients: [{ client: 'surfboard', is: /^Surfboard\b/i }],
  contentType: contentTypes.text,
  ending: '.conf',
  lacks: [...surge.lacks, 'ss-2022', 'hysteria2', 'tuic'],
  secretText: surgeLanguage.secretText,
  compile: compileSurge('surfboard', template),
  template,
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
