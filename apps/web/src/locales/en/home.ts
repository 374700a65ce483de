export const texts = import.meta.glob<Record<string, string>>('../../*/home.en.json', { eager: true, import: 'default' })
