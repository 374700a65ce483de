export const texts = import.meta.glob<Record<string, string>>('../../*/site.zh-CN.json', { eager: true, import: 'default' })
