export const texts = import.meta.glob<Record<string, string>>('../../*/take-back.en.json', { eager: true, import: 'default' })
