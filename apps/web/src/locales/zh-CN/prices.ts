export const texts = import.meta.glob<Record<string, string>>('../../*/prices.zh-CN.json', { eager: true, import: 'default' })
