export const texts = import.meta.glob<Record<string, string>>('../../*/second.en.json', { eager: true, import: 'default' })
