import * as contract from '@portico/contract/games'
import * as admin from '@portico/contract/games-admin'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { thumbnailUrl } from '../files/stored-bytes.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { createGame, deleteGame, hideGame, importGames, sortGames, updateGame } from './change-games.ts'
import type { GameRow } from './games.table.ts'
import { shownGames, listGames, type ShownGame } from './list-games.ts'

export function gameRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.listGames, async ({ origin: { language } }) => {
    const items = (await shownGames(app)()).map((one) => toGame(one, language))
    return { items, total: items.length }
  })

  serve(router, app, admin.adminListGames, async () => {
    const items = (await listGames(database.db)).map(toAdminGame)
    return { items, total: items.length }
  })
  serve(router, app, admin.adminCreateGame, async ({ caller, body }) => toAdminGame(await createGame(database, caller, body, app.now())))
  serve(router, app, admin.adminUpdateGame, async ({ caller, params, body }) =>
    toAdminGame(await updateGame(database, caller, params.id, body, app.now())),
  )
  serve(router, app, admin.adminHideGame, async ({ caller, params, body }) =>
    toAdminGame(await hideGame(database, caller, params.id, body.hidden, app.now())),
  )
  serve(router, app, admin.adminDeleteGame, async ({ caller, params }) => {
    await deleteGame(database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, admin.adminSortGames, async ({ caller, body }) => {
    await sortGames(database, caller, body.ids, app.now())
    return ok
  })
  serve(router, app, admin.adminImportGames, ({ caller, body }) => importGames(database, caller, body.games, app.now()))
}

function toGame({ game, file }: ShownGame, language: Language): contract.Game {
  const { name, publisher, region, recommended } = inLanguage(game, language)
  const others = LANGUAGES.map((other) => inLanguage(game, other).name)
  return {
    id: game.id,
    name,
    publisher,
    region,
    recommended,
    platforms: game.platforms,
    picture: file && thumbnailUrl(file),
    aliases: [...new Set([game.name, ...others, ...game.aliases])].filter((other) => other !== name),
  }
}

function toAdminGame(row: GameRow): admin.AdminGame {
  return {
    id: row.id,
    name: row.name,
    publisher: row.publisher,
    region: row.region,
    recommended: row.recommended,
    translations: row.translations,
    aliases: row.aliases,
    platforms: row.platforms,
    picture: row.picture,
    hidden: row.hidden,
    created_at: row.createdAt.toISOString(),
  }
}
