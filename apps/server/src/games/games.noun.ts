import { addedPages, demoContent, namedInAudit, searched } from '../additions.ts'
import type { Noun } from '../noun.ts'
import { fillGames } from './fill-games.ts'
import { gameRoutes } from './games.routes.ts'
import { games } from './games.table.ts'
import { hasGames, shownGames } from './list-games.ts'
import { namedGames } from './named-games.ts'

export const gamesNoun: Noun = {
  routes: [gameRoutes],
  adds: [
    addedPages.with({
      path: '/sup_game',
      named: { title: 'title.sup_game', description: 'sup_game.text' },
      isLinked: hasGames,
      found: {
        en: { title: 'Supported games', text: 'Games we support, and the locations that suit them.' },
        'zh-CN': { title: '支持的游戏', text: '本站支持的游戏，以及推荐的节点地区。' },
        also: 'gaming play console steam playstation xbox switch 玩游戏 手游 端游 主机 加速',
      },
    }),
    searched.with({ kind: 'game', list: async (app, language) => namedGames(await shownGames(app)(), language) }),
    namedInAudit.with({ entity: 'game', table: games, id: games.id, name: games.name }),
    demoContent.with(fillGames),
  ],
}
