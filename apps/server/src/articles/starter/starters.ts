type Names = { name_en: string; name_zh: string }

const name = (en: string, zh: string): Names => ({ name_en: en, name_zh: zh })

/** Categories of the starters in reading order; `within`: parent category. */
export const starterCategories = {
  start: { ...name('Getting started', '入门'), within: null },
  apps: { ...name('Set up your app', '设置客户端'), within: null },
  ios: { ...name('iPhone and iPad', 'iPhone 和 iPad'), within: 'apps' },
  android: { ...name('Android', 'Android'), within: 'apps' },
  windows: { ...name('Windows', 'Windows'), within: 'apps' },
  mac: { ...name('Mac', 'Mac'), within: 'apps' },
  linux: { ...name('Linux', 'Linux'), within: 'apps' },
  // Has a shelf of its own: an article directly in `apps` would stand before those of each system.
  mobile: { ...name('Phones and tablets', '手机和平板'), within: 'apps' },
  money: { ...name('Plans and payment', '套餐与付款'), within: null },
  problems: { ...name('Problems', '常见问题'), within: null },
} as const satisfies Record<string, Names & { within: string | null }>
export type StarterCategory = keyof typeof starterCategories

export const starterTags = {
  basics: name('Basics', '基础'),
  apps: name('Apps', '客户端'),
  payment: name('Payment', '付款'),
  traffic: name('Traffic', '流量'),
  safety: name('Safety', '安全'),
}
export type StarterTag = keyof typeof starterTags

/** The articles in reading order. Each has a text in `en` and one in `zh-CN`, named after its key. */
export const starters = {
  'getting-started': { category: 'start', tags: ['basics', 'safety'] },
  'several-devices': { category: 'start', tags: ['basics', 'safety'] },
  'ios-shadowrocket': { category: 'ios', tags: ['apps'] },
  'ios-stash': { category: 'ios', tags: ['apps'] },
  'android-clash-meta': { category: 'android', tags: ['apps'] },
  'windows-clash-verge': { category: 'windows', tags: ['apps'] },
  'windows-v2rayn': { category: 'windows', tags: ['apps'] },
  'mac-clash-verge': { category: 'mac', tags: ['apps'] },
  'linux-clash-verge': { category: 'linux', tags: ['apps'] },
  'sing-box': { category: 'mobile', tags: ['apps'] },
  'choosing-and-paying': { category: 'money', tags: ['basics', 'payment'] },
  'other-ways-to-pay': { category: 'money', tags: ['payment'] },
  renewing: { category: 'money', tags: ['payment', 'traffic'] },
  inviting: { category: 'money', tags: ['payment'] },
  'not-connecting': { category: 'problems', tags: ['basics', 'apps', 'traffic'] },
} as const satisfies Record<string, { category: StarterCategory; tags: readonly StarterTag[] }>
export type StarterName = keyof typeof starters
