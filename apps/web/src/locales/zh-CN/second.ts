export const texts = import.meta.glob<Record<string, string>>('../../*/second.zh-CN.json', { eager: true, import: 'default' })
