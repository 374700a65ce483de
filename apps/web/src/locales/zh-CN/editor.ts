export const texts = import.meta.glob<Record<string, string>>('../../*/editor.zh-CN.json', { eager: true, import: 'default' })
