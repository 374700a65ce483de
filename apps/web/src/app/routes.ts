import { layout, rootRoute } from '@tanstack/virtual-file-routes'
import { adminRoutes } from './routes-admin.ts'
import { memberRoutes } from './routes-member.ts'
import { otherRoutes, publicRoutes } from './routes-public.ts'

/** Every URL of the site and the file that draws it. */
export const routes = rootRoute('app/root.tsx', [
  layout('public', 'app/public-layout.tsx', publicRoutes),
  layout('signed-in', 'app/signed-in-layout.tsx', [...memberRoutes, layout('console', 'app/console-layout.tsx', adminRoutes)]),
  ...otherRoutes,
])
