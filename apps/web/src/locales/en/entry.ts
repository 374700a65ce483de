export const texts = import.meta.glob<Record<string, string>>('../../*/entry.en.json', { eager: true, import: 'default' })
