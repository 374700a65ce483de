export const texts = import.meta.glob<Record<string, string>>('../../*/challenge.en.json', { eager: true, import: 'default' })
