export const texts = import.meta.glob<Record<string, string>>('../../*/prices.en.json', { eager: true, import: 'default' })
