export const texts = import.meta.glob<Record<string, string>>('../../*/discount.zh-CN.json', { eager: true, import: 'default' })
