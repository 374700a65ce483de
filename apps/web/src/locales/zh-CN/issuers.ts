export const texts = import.meta.glob<Record<string, string>>('../../*/issuers.zh-CN.json', { eager: true, import: 'default' })
