export const texts = import.meta.glob<Record<string, string>>('../../*/service.en.json', { eager: true, import: 'default' })
