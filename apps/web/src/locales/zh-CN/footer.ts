export const texts = import.meta.glob<Record<string, string>>('../../*/footer.zh-CN.json', { eager: true, import: 'default' })
