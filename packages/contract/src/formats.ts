/** Formats of a subscription link, in the order shown on the member's page. */
export const FORMATS = [
  'mihomo',
  'sing-box',
  'uri',
  'clash',
  'stash',
  'shadowrocket',
  'surge',
  'surfboard',
  'loon',
  'quantumult-x',
  'xray',
  'sip008',
  'outline',
] as const
export type FormatName = (typeof FORMATS)[number]

/** Formats with templates, grouped by the console page that edits them. */
export const CLASH_TEMPLATES = ['mihomo', 'clash', 'stash', 'sing-box'] as const satisfies FormatName[]
export const IOS_TEMPLATES = ['surge', 'surfboard', 'loon', 'quantumult-x'] as const satisfies FormatName[]
export const TEMPLATE_FORMATS = [...CLASH_TEMPLATES, ...IOS_TEMPLATES] as const
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number]

/** A format's name in the console, and the language its templates are written in. */
export const templateFormats: Record<TemplateFormat, { title: string; syntax: 'yaml' | 'json' | 'lines' }> = {
  mihomo: { title: 'mihomo', syntax: 'yaml' },
  clash: { title: 'Clash', syntax: 'yaml' },
  stash: { title: 'Stash', syntax: 'yaml' },
  'sing-box': { title: 'sing-box', syntax: 'json' },
  surge: { title: 'Surge', syntax: 'lines' },
  surfboard: { title: 'Surfboard', syntax: 'lines' },
  loon: { title: 'Loon', syntax: 'lines' },
  'quantumult-x': { title: 'Quantumult X', syntax: 'lines' },
}
