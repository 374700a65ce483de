export const texts = import.meta.glob<Record<string, string>>('../../*/extension.en.json', { eager: true, import: 'default' })
