export const texts = import.meta.glob<Record<string, string>>('../../*/editor.en.json', { eager: true, import: 'default' })
