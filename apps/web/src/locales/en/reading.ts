export const texts = import.meta.glob<Record<string, string>>('../../*/reading.en.json', { eager: true, import: 'default' })
