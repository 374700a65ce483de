import { masked } from '../../ui/prose/own-link.ts'

export interface Heading {
  id: string
  text: string
  level: number
}

/** The headings of an article's HTML that its contents lead to. */
export function headingsOf(html: string): Heading[] {
  const text = new DOMParser().parseFromString(html, 'text/html')
  for (const link of text.querySelectorAll('[data-link]')) link.textContent = masked(link.textContent ?? '')
  return [...text.querySelectorAll('h2[id], h3[id]')].flatMap((heading) => {
    const name = heading.textContent?.trim() ?? ''
    return name === '' ? [] : [{ id: heading.id, text: name, level: Number(heading.tagName.slice(1)) }]
  })
}
