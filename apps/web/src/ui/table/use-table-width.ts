import { type RefObject, useLayoutEffect, useState } from 'react'

export type TableWidth = 'narrow' | 'middle' | 'wide'

/** How much room a list has. Measured on the list, because a drawer or the sidebar narrows it too. */
export function useTableWidth(box: RefObject<HTMLElement | null>): TableWidth {
  const [width, setWidth] = useState<TableWidth>('wide')
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => setWidth(widthOf(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

function widthOf(pixels: number): TableWidth {
  return pixels < 640 ? 'narrow' : pixels < 800 ? 'middle' : 'wide'
}
