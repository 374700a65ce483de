export const texts = import.meta.glob<Record<string, string>>('../../*/challenge.zh-CN.json', { eager: true, import: 'default' })
