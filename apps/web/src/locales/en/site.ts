export const texts = import.meta.glob<Record<string, string>>('../../*/site.en.json', { eager: true, import: 'default' })
