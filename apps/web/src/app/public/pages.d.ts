/** The public pages that the server draws, each with its file: written by `public-build.ts`. */
declare module 'virtual:public-pages' {
  export const pages: Record<string, () => Promise<{ Route: import('./router.tsx').PageRoute }>>
}
