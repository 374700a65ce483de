export const texts = import.meta.glob<Record<string, string>>('../../*/home.zh-CN.json', { eager: true, import: 'default' })
