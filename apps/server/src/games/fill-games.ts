import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { createGame } from './change-games.ts'

/** Invented games with Chinese names and suitable locations. */
const games = [
  ['Star Drift Online', '星际漂流', 'Hong Kong, Japan', '香港、日本'],
  ['Lantern Valley', '灯火山谷', 'Japan, South Korea', '日本、韩国'],
  ['Iron Tide Arena', '钢铁潮汐', 'Singapore', '新加坡'],
  ['Paper Dragons', '纸龙传说', 'Hong Kong', '香港'],
  ['Northern Rails', '北境铁路', 'Germany, United Kingdom', '德国、英国'],
  ['Seven Harbours', '七港物语', 'United States', '美国'],
] as const

/** Adds the games of the demo. */
export async function fillGames({ database }: App, by: Actor, opened: Date): Promise<void> {
  for (const [name, chinese, recommended, inChinese] of games) {
    const texts = { publisher: '', region: '', recommended, translations: { 'zh-CN': { name: chinese, recommended: inChinese } } }
    await createGame(
      database,
      by,
      { name, ...texts, aliases: [], platforms: ['windows', 'android', 'ios'], picture: '', hidden: false },
      opened,
    )
  }
}
