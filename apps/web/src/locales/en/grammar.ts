export const texts = import.meta.glob<Record<string, string>>('../../*/grammar.en.json', { eager: true, import: 'default' })
