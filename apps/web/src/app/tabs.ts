import type { MessageKey } from '../i18n.ts'
import { createStore } from '../store.ts'

/** A visited page. `href` keeps its filters. */
export interface Tab {
  path: string
  href: string
  title: MessageKey
  /** Name of what the page shows, in place of the title. */
  name?: string
}

export const tabs = createStore<Tab[]>([])

/** Adds a visited page, or updates its filters. */
export function visit(tab: Tab): void {
  tabs.set((all) => {
    const at = all.findIndex(({ path }) => path === tab.path)
    const known = all[at]
    if (!known) return [...all, tab]
    return known.href === tab.href ? all : all.with(at, { ...known, ...tab })
  })
}

/** Puts the name of what a page shows on its tab. Nothing happens if it has no tab. */
export function nameTab(path: string, name: string): void {
  const isNew = tabs.get().some((tab) => tab.path === path && tab.name !== name)
  if (isNew) tabs.set((all) => all.map((tab) => (tab.path === path ? { ...tab, name } : tab)))
}

/** Closes a tab. Returns the tab to show next if the closed one was on the screen. */
export function closeTab(path: string): Tab | undefined {
  const all = tabs.get()
  const at = all.findIndex((tab) => tab.path === path)
  tabs.set(all.filter((tab) => tab.path !== path))
  return all[at + 1] ?? all[at - 1]
}

export const closeOtherTabs = (path: string): void => tabs.set((all) => all.filter((tab) => tab.path === path))
export const closeAllTabs = (): void => tabs.set([])
