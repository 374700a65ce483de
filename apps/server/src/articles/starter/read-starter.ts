import { readFile } from 'node:fs/promises'
import type { Language } from '@portico/contract/translations'
import { ArticleFill, type ArticleText } from '@portico/contract/articles-admin'
import markdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import type { StarterName } from './starters.ts'

/** Addresses of pictures and starter articles, to put into a text. */
export type Addresses = {
  picture: (name: string) => { url: string; width: number; height: number }
  article: (name: string) => string
}
/** `pictures`: names and alternative texts in order. `articles`: starters it links to. */
export type Starter = { title: string; summary: string; markdown: string; pictures: { name: string; alt: string }[]; articles: string[] }

const PICTURE = /^!\[([^\]]*)\]\(([a-z-]+)\)$/gm
const ARTICLE = /\]\(article:([a-z0-9-]+)\)/g
const FILL = /\{([a-z_]+)\}/g

/**
 * A starter text: Markdown with HTML for blocks and asides. The first line is the title, the paragraph below it the summary. A picture
 * stands alone in its line; `{site_name}` is a placeholder; `article:name` links to another starter.
 */
export async function readStarter(name: StarterName, language: Language): Promise<Starter> {
  const file = await readFile(new URL(`./${language}/${name}.md`, import.meta.url), 'utf8')
  const [heading = '', summary = '', ...rest] = file.trim().split('\n\n')
  const markdown = rest.join('\n\n')
  return {
    title: heading.replace(/^# /, ''),
    summary,
    markdown,
    pictures: [...markdown.matchAll(PICTURE)].map(([, alt = '', picture = '']) => ({ name: picture, alt })),
    articles: [...markdown.matchAll(ARTICLE)].map(([, article = '']) => article),
  }
}

/** The bytes of a picture; drawings without words are for both languages. */
export async function readPicture(name: string, language: Language): Promise<{ bytes: Buffer; isShared: boolean }> {
  const own = new URL(`./pictures/${language}/${name}.webp`, import.meta.url)
  const shared = new URL(`./pictures/${name}.webp`, import.meta.url)
  try {
    return { bytes: await readFile(own), isShared: false }
  } catch {
    return { bytes: await readFile(shared), isShared: true }
  }
}

/** Text of a starter as HTML. It is cleaned when saved, like any text. */
export function renderStarter({ title, summary, markdown }: Starter, { picture, article }: Addresses): ArticleText {
  const marked = markdown
    .replaceAll(PICTURE, (_, alt: string, name: string) => {
      const { url, width, height } = picture(name)
      return `<figure><img src="${url}" alt="${alt}" width="${width}" height="${height}"></figure>`
    })
    .replaceAll(ARTICLE, (_, name: string) => `](${article(name)})`)
    .replaceAll(FILL, (text, fill: string) => (ArticleFill.safeParse(fill).success ? `<span data-fill="${fill}"></span>` : text))
  return { title, summary, body: markdownIt({ html: true }).use(cjkFriendly).render(marked).trim() }
}
