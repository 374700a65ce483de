export const texts = import.meta.glob<Record<string, string>>('../../*/staff.en.json', { eager: true, import: 'default' })
