export const texts = import.meta.glob<Record<string, string>>('../../*/member.zh-CN.json', { eager: true, import: 'default' })
