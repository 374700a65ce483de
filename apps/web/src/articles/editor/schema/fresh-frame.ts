let isFresh = false

/** Announces that the next audience frame to be drawn is new, so that it asks at once whom it is for. */
export function announceNewFrame(): void {
  isFresh = true
}

/** Whether the audience frame that is being drawn was announced as new. */
export const isNewFrame = (): boolean => isFresh

export function noteFrameDrawn(): void {
  isFresh = false
}
