export const texts = import.meta.glob<Record<string, string>>('../../*/extension.zh-CN.json', { eager: true, import: 'default' })
