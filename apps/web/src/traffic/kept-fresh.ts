/** Query options for the figures of the member's home: they change while the member looks, and while the page is in the background. */
export const keptFresh = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const
