import type { ArticleCategory, ListedArticle } from '@portico/contract/articles'
import type { Device } from '@portico/contract/subscriptions'
import { devicesIn } from './device-icon.tsx'

/** Titles about connections that fail. */
const TROUBLE = /(?:n['’]t|not) (?:connect|work|load)|(?:无法|不能|连不)(?:连接|使用|上)/i

export interface FirstSteps {
  /** Categories about one kind of device, the reader's own first. */
  devices: { device: Device; category: ArticleCategory }[]
  /** `articles`: the first to read, and one beside it if only one more exists. `trouble`: for when nothing works. */
  articles: ListedArticle[]
  trouble: ListedArticle | undefined
}

/** What to show before the list of all articles, which are in reading order. */
export function findFirstSteps(items: ListedArticle[], categories: ArticleCategory[], own: Device | null): FirstSteps {
  const about = categories.flatMap((category) => {
    const [device, ...others] = devicesIn(category.name)
    return device && others.length === 0 ? [{ device, category }] : []
  })
  const devices = about.filter(({ device }, i) => about.findIndex((one) => one.device === device) === i)
  const trouble = items.find(({ title }) => TROUBLE.test(title))
  const begin = items.find((item) => item !== trouble && !about.some(({ category }) => category.id === item.category_id))
  const beside = items.filter((item) => item !== begin && item !== trouble && begin && item.category_id === begin.category_id)
  const articles = [begin, ...(beside.length === 1 ? beside : []), trouble].flatMap((item) => item ?? [])
  return { devices: devices.toSorted((a, b) => Number(b.device === own) - Number(a.device === own)), articles, trouble }
}
