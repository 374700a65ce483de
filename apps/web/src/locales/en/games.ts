export const texts = import.meta.glob<Record<string, string>>('../../*/games.en.json', { eager: true, import: 'default' })
