export const texts = import.meta.glob<Record<string, string>>('../../*/entry.zh-CN.json', { eager: true, import: 'default' })
