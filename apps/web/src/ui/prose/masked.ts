/** A secret link with its middle hidden: enough to tell it from another. */
export function masked(link: string): string {
  const start = link.lastIndexOf('/') + 4
  return link.length < start + 8 ? link.slice(0, start) : `${link.slice(0, start)}••••••${link.slice(-4)}`
}
