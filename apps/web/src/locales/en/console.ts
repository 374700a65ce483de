export const texts = import.meta.glob<Record<string, string>>('../../*/console.en.json', { eager: true, import: 'default' })
