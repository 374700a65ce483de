export const texts = import.meta.glob<Record<string, string>>('../../*/take-back.zh-CN.json', { eager: true, import: 'default' })
