import { fileForm, pdf } from '../pictures.ts'
import type { AuditCalls, AuditDesk } from './audit-desk.ts'

/** Files, their folders, and games. */
export const contentCalls: AuditCalls = {
  'POST /admin/files': {
    action: 'file.upload',
    entity: 'file',
    prepare: () => ({ body: fileForm(pdf, 'guide.pdf'), entityId: (answer) => answer.id }),
  },
  'PATCH /admin/files/:id': {
    action: 'file.update',
    entity: 'file',
    prepare: async (desk) => ({ id: (await madeFile(desk)).id, body: { name: 'renamed.pdf', folder_id: (await madeFolder(desk)).id } }),
  },
  'DELETE /admin/files/:id': {
    action: 'file.delete',
    entity: 'file',
    prepare: async (desk) => ({ id: (await madeFile(desk)).id }),
  },
  'POST /admin/files/move': {
    action: 'file.move_many',
    entity: 'file',
    prepare: async (desk) => ({
      body: { ids: [(await madeFile(desk)).id, (await madeFile(desk)).id], folder_id: (await madeFolder(desk)).id },
      entityId: '',
    }),
  },
  'POST /admin/files/delete': {
    action: 'file.delete_many',
    entity: 'file',
    prepare: async (desk) => ({ body: { ids: [(await madeFile(desk)).id, (await madeFile(desk)).id] }, entityId: '' }),
  },
  'POST /admin/file-folders': {
    action: 'file_folder.create',
    entity: 'file_folder',
    prepare: ({ unique }) => ({ body: { name: unique('Folder '), parent_id: null }, entityId: (answer) => answer.id }),
  },
  'PATCH /admin/file-folders/:id': {
    action: 'file_folder.update',
    entity: 'file_folder',
    prepare: async (desk) => ({
      id: (await madeFolder(desk)).id,
      body: { name: desk.unique('Renamed '), parent_id: (await madeFolder(desk)).id },
    }),
  },
  'DELETE /admin/file-folders/:id': {
    action: 'file_folder.delete',
    entity: 'file_folder',
    prepare: async (desk) => ({ id: (await madeFolder(desk)).id }),
  },

  'POST /admin/games': {
    action: 'game.create',
    entity: 'game',
    prepare: ({ unique }) => ({ body: game(unique('Game ')), entityId: (answer) => answer.id }),
  },
  'PUT /admin/games/:id': {
    action: 'game.update',
    entity: 'game',
    prepare: async (desk) => ({ id: (await madeGame(desk)).id, body: game(desk.unique('Game ')) }),
  },
  'PATCH /admin/games/:id': {
    action: 'game.update',
    entity: 'game',
    prepare: async (desk) => ({ id: (await madeGame(desk)).id, body: { hidden: true } }),
  },
  'DELETE /admin/games/:id': { action: 'game.delete', entity: 'game', prepare: async (desk) => ({ id: (await madeGame(desk)).id }) },
  'POST /admin/games/sort': {
    action: 'game.sort',
    entity: 'game',
    prepare: async (desk) => {
      const [first, second] = [await madeGame(desk), await madeGame(desk)]
      return { body: { ids: [second.id, first.id] }, entityId: '' }
    },
  },
  'POST /admin/games/import': {
    action: 'game.import',
    entity: 'game',
    prepare: ({ unique }) => ({ body: { games: [{ name: unique('Game '), aliases: [] }] }, entityId: '' }),
  },
}

const game = (name: string) => ({
  name,
  publisher: '',
  region: '',
  recommended: '',
  aliases: [],
  platforms: ['windows'],
  picture: '',
  hidden: false,
})
const madeGame = ({ make, unique }: AuditDesk) => make('POST', '/admin/games', game(unique('Game ')))

const madeFile = ({ make }: AuditDesk) => make('POST', '/admin/files', fileForm(pdf, 'guide.pdf'))
const madeFolder = ({ make, unique }: AuditDesk) => make('POST', '/admin/file-folders', { name: unique('Folder '), parent_id: null })
