export const texts = import.meta.glob<Record<string, string>>('../../*/staff.zh-CN.json', { eager: true, import: 'default' })
