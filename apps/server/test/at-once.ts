/** How many race. Eight show a missing lock as surely as twenty, which the long form (`RACES=20`) uses. */
export const RACES = Number(process.env['RACES'] ?? 8)

/** Does something many times at once. */
export const atOnce = <T>(work: (n: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: RACES }, (_, n) => work(n)))
