/** The square of a picture that is shown: its upper left corner in pixels of the picture; `zoom` 1 is the largest square. */
export interface Crop {
  x: number
  y: number
  zoom: number
}
interface Sides {
  width: number
  height: number
}

/** The largest square in the middle. */
export function largestCrop(picture: Sides): Crop {
  const side = Math.min(picture.width, picture.height)
  return { x: (picture.width - side) / 2, y: (picture.height - side) / 2, zoom: 1 }
}

/** Moves the picture under the square by parts of the square's side; it never leaves the picture. */
export function moved(picture: Sides, crop: Crop, right: number, down: number): Crop {
  const { size } = drawnAt(picture, crop)
  return within(picture, { ...crop, x: crop.x - right * size, y: crop.y - down * size })
}

/** Zooms around the square's middle. */
export function zoomed(picture: Sides, crop: Crop, zoom: number): Crop {
  const [before, after] = [drawnAt(picture, crop).size, drawnAt(picture, { ...crop, zoom }).size]
  return within(picture, { zoom, x: crop.x + (before - after) / 2, y: crop.y + (before - after) / 2 })
}

/** Part of the picture to draw, in its pixels. */
export function drawnAt(picture: Sides, { x, y, zoom }: Crop): { x: number; y: number; size: number } {
  return { x, y, size: Math.min(picture.width, picture.height) / zoom }
}

function within(picture: Sides, crop: Crop): Crop {
  const { size } = drawnAt(picture, crop)
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), Math.max(most, 0))
  return { ...crop, x: clamp(crop.x, picture.width - size), y: clamp(crop.y, picture.height - size) }
}
