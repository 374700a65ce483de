import type { Page } from '@playwright/test'

/** What shows a hand under the pointer and is not part of anything that takes the focus. */
export function onlyByPointer(page: Page): Promise<string[]> {
  const focusable =
    'a[href], button, input, select, textarea, summary, label, [tabindex]:not(main), [role="option"], [role="menuitem"], [aria-hidden="true"]'
  return page.evaluate(
    (reachable) =>
      [...document.body.querySelectorAll('*')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).cursor === 'pointer' && !one.closest(reachable))
        .map((one) => one.outerHTML.slice(0, 120)),
    focusable,
  )
}

/** What moves although the reader asked for less motion, and what fades or slides whatever changes, its size too. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (durations: string): number => Math.max(...durations.split(',').map(Number.parseFloat))
    const moves = (one: Element, part?: string): boolean => {
      const { animationName, animationDuration, scrollBehavior, transitionDuration, transitionProperty } = getComputedStyle(one, part)
      if (scrollBehavior === 'smooth' || (/\ball\b/.test(transitionProperty) && seconds(transitionDuration) > 0)) return true
      const animated = animationName === 'none' ? 0 : seconds(animationDuration)
      return Math.max(animated, transitionProperty === 'none' ? 0 : seconds(transitionDuration)) > 0.01
    }
    return [...document.querySelectorAll('*')]
      .filter((one) => moves(one) || moves(one, '::before') || moves(one, '::after'))
      .map((one) => one.outerHTML.slice(0, 120))
  })
}

/** Texts of which a part is out of sight to the left or right, where nothing scrolls and no dots say so. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    while (texts.nextNode()) {
      const {
        currentNode: text,
        currentNode: { parentElement: parent },
      } = texts
      if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('.visually-hidden, [inert], [aria-hidden="true"], option')) continue
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      for (let box: Element | null = parent; box; box = box.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
        const sides = box === document.body ? { left: 0, right: innerWidth } : box.getBoundingClientRect()
        // Only screen readers have it.
        if (sides.right - sides.left < 2) break
        if (box !== document.body && !/hidden|clip/.test(overflowX)) continue
        if (left > sides.left - 2 && right < sides.right + 2) continue
        found.push(`${text.textContent.trim().slice(0, 60)} in ${box.outerHTML.slice(0, 80)}`)
        break
      }
    }
    return found
  })
}

/** Of what stays on the screen while the page scrolls over the whole width. */
export function heightOfBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = [...document.body.querySelectorAll('*')].filter((one) => {
      const { position, pointerEvents } = getComputedStyle(one)
      const { width, top, bottom } = one.getBoundingClientRect()
      const isStuck = position === 'fixed' || (position === 'sticky' && (top <= 0 || bottom >= innerHeight))
      return (
        isStuck &&
        !one.closest('[inert]') &&
        one.checkVisibility() &&
        pointerEvents !== 'none' &&
        width > innerWidth * 0.8 &&
        bottom > 0 &&
        top < innerHeight
      )
    })
    return stays
      .filter((one) => !stays.some((other) => other !== one && other.contains(one)))
      .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)
  })
}
