const frame = import.meta.glob<Record<string, string>>('../../*/frame.en.json', { eager: true, import: 'default' })
// A copy: public pages load the texts of the prices alone, and members no further file for them.
const prices = import.meta.glob<string>('../../*/prices.en.json', { eager: true, import: 'default', query: '?raw' })
export const texts = { ...frame, ...Object.fromEntries(Object.entries(prices).map(([name, text]) => [name, JSON.parse(text)])) }
