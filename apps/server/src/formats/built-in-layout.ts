import type { FillTemplate, TemplateLanguage } from './client-format.ts'

/** Compiles the built-in layout of a format: the template that operators start from, read once in each form. */
export function builtInLayout({ starting, read }: TemplateLanguage): FillTemplate {
  const layouts = new Map<string, FillTemplate>()
  return (nodes, site, version) => {
    const text = starting(site)
    const fill = layouts.get(text) ?? read(text)
    layouts.set(text, fill)
    return fill(nodes, site, version)
  }
}
