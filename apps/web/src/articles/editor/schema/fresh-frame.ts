let isFresh = false

/** Announces that the next frame drawn is new, so that its audience is asked at once. */
export function expectFrame(): void {
  isFresh = true
}

/** Whether a new frame is expected. */
export const isExpected = (): boolean => isFresh

export function frameStands(): void {
  isFresh = false
}
