export const texts = import.meta.glob<Record<string, string>>('../../*/service.zh-CN.json', { eager: true, import: 'default' })
