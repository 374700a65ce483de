export const texts = import.meta.glob<Record<string, string>>('../../*/games.zh-CN.json', { eager: true, import: 'default' })
