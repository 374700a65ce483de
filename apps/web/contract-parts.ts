import type { Plugin } from 'vite'

/** Of an endpoint, the browser reads the method, the path and the inputs. */
export function withoutServerParts(): Plugin {
  const unread = new Set(['summary', 'access', 'response', 'changesState', 'maxBytes', 'maxKeys'])
  return {
    name: 'without-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler(code) {
        const declared = this.parse(code, { lang: 'ts' }).body.flatMap((node) =>
          node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration' ? node.declaration.declarations : [],
        )
        const cuts = declared.flatMap(({ init }) => {
          if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return []
          const [fields] = init.arguments
          if (fields?.type !== 'ObjectExpression') return []
          return fields.properties.filter((part) => part.type === 'Property' && part.key.type === 'Identifier' && unread.has(part.key.name))
        })
        for (const { start, end } of cuts.toReversed()) code = code.slice(0, start) + code.slice(code[end] === ',' ? end + 1 : end)
        return { code, map: null }
      },
    },
  }
}
