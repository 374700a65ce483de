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

/** What fades or slides whatever changes, its size too. */
export function movingInAll(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(one)
        return /\ball\b/.test(transitionProperty) && Number.parseFloat(transitionDuration) > 0
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  )
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
