export const texts = import.meta.glob<Record<string, string>>('../../*/member.en.json', { eager: true, import: 'default' })
