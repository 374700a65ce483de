export const texts = import.meta.glob<Record<string, string>>('../../*/console.zh-CN.json', { eager: true, import: 'default' })
