export const texts = import.meta.glob<Record<string, string>>('../../*/discount.en.json', { eager: true, import: 'default' })
