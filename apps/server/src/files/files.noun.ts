import type { Noun } from '../noun.ts'
import { sweepFiles } from './sweep-files.ts'
import { fileRoutes } from './files.routes.ts'

export const filesNoun: Noun = {
  routes: [fileRoutes],
  jobs: (app) => [{ name: 'sweep_files', cron: '17 * * * *', work: () => sweepFiles(app) }],
}
