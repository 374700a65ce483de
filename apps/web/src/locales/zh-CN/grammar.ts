export const texts = import.meta.glob<Record<string, string>>('../../*/grammar.zh-CN.json', { eager: true, import: 'default' })
