export const texts = import.meta.glob<Record<string, string>>('../../*/issuers.en.json', { eager: true, import: 'default' })
