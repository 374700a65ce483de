import type { Noun } from '../noun.ts'
import { articleCategoryRoutes } from './article-categories.routes.ts'

export const articleCategoriesNoun: Noun = { routes: [articleCategoryRoutes] }
