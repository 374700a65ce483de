export const texts = import.meta.glob<Record<string, string>>('../../*/footer.en.json', { eager: true, import: 'default' })
