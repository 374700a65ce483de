export const texts = import.meta.glob<Record<string, string>>('../../*/reading.zh-CN.json', { eager: true, import: 'default' })
