import * as contract from '@portico/contract/games'
import * as admin from '@portico/contract/games-admin'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { thumbnailUrl } from '../files/stored-bytes.ts'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { toList, toWire } from '../to-wire.ts'
import { createGame, deleteGame, hideGame, importGames, sortGames, updateGame } from './change-games.ts'
import type { GameRow } from './games.table.ts'
import { shownGames, listGames, type ShownGame } from './list-games.ts'

export function gameRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.listGames, async ({ origin: { language } }) =>
    toList(await shownGames(app)(), (one) => toGame(one, language)),
  )

  serve(router, app, admin.adminListGames, async () => toList(await listGames(database.db), toAdminGame))
  serve(router, app, admin.adminCreateGame, async ({ caller, body }) => toAdminGame(await createGame(database, caller, body, app.now())))
  serve(router, app, admin.adminUpdateGame, async ({ caller, params, body }) =>
    toAdminGame(await updateGame(database, caller, params.id, body, app.now())),
  )
  serve(router, app, admin.adminHideGame, async ({ caller, params, body }) =>
    toAdminGame(await hideGame(database, caller, params.id, body.hidden, app.now())),
  )
  serve(router, app, admin.adminDeleteGame, ({ caller, params }) => deleteGame(database, caller, params.id, app.now()))
  serve(router, app, admin.adminSortGames, ({ caller, body }) => sortGames(database, caller, body.ids, app.now()))
  serve(router, app, admin.adminImportGames, ({ caller, body }) => importGames(database, caller, body.games, app.now()))
}

function toGame({ game, file }: ShownGame, language: Language): contract.Game {
  const shown = inLanguage(game, language)
  const others = LANGUAGES.map((other) => inLanguage(game, other).name)
  const aliases = [...new Set([game.name, ...others, ...game.aliases])].filter((other) => other !== shown.name)
  return toWire(contract.Game, { ...shown, picture: file && thumbnailUrl(file), aliases })
}

function toAdminGame(row: GameRow): admin.AdminGame {
  return toWire(admin.AdminGame, row)
}
