import { gameInput } from '../game-input.ts'
import { fileForm, pdf } from '../pictures.ts'
import { type AuditCalls, type AuditDesk, leaves, on, turned } from './audit-desk.ts'

const game = (name: string) => gameInput(name, { platforms: ['windows'] })
const madeGame = ({ make, unique }: AuditDesk) => make('POST', '/admin/games', game(unique('Game ')))

const madeFile = ({ make }: AuditDesk) => make('POST', '/admin/files', fileForm(pdf, 'guide.pdf'))
const madeFolder = ({ make, unique }: AuditDesk) => make('POST', '/admin/file-folders', { name: unique('Folder '), parent_id: null })

export const contentCalls: AuditCalls = {
  'POST /admin/search-misses/synonym': leaves('settings.save', ({ unique }) => ({
    body: { question: unique('word '), same_as: 'refund' },
  })),
  'POST /admin/files': leaves('file.upload', () => ({ body: fileForm(pdf, 'guide.pdf') })),
  'PATCH /admin/files/:id': leaves(
    'file.update',
    on(madeFile, async (desk) => ({ name: 'renamed.pdf', folder_id: (await madeFolder(desk)).id })),
  ),
  'DELETE /admin/files/:id': leaves('file.delete', on(madeFile)),
  'POST /admin/files/move': leaves('file.move_many', async (desk) => ({
    body: { ids: [(await madeFile(desk)).id, (await madeFile(desk)).id], folder_id: (await madeFolder(desk)).id },
  })),
  'POST /admin/files/delete': leaves('file.delete_many', async (desk) => ({
    body: { ids: [(await madeFile(desk)).id, (await madeFile(desk)).id] },
  })),
  'POST /admin/file-folders': leaves('file_folder.create', ({ unique }) => ({ body: { name: unique('Folder '), parent_id: null } })),
  'PATCH /admin/file-folders/:id': leaves(
    'file_folder.update',
    on(madeFolder, async (desk) => ({ name: desk.unique('Renamed '), parent_id: (await madeFolder(desk)).id })),
  ),
  'DELETE /admin/file-folders/:id': leaves('file_folder.delete', on(madeFolder)),

  'POST /admin/games': leaves('game.create', ({ unique }) => ({ body: game(unique('Game ')) })),
  'PUT /admin/games/:id': leaves(
    'game.update',
    on(madeGame, ({ unique }) => game(unique('Game '))),
  ),
  'PATCH /admin/games/:id': leaves('game.update', on(madeGame, { hidden: true })),
  'DELETE /admin/games/:id': leaves('game.delete', on(madeGame)),
  'POST /admin/games/sort': leaves('game.sort', turned(madeGame)),
  'POST /admin/games/import': leaves('game.import', ({ unique }) => ({ body: { games: [{ name: unique('Game '), aliases: [] }] } })),
}
