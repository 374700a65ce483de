/** Processes of one kind. `endIdle`: ends one that has no question; returns whether there was one. `next`: starts what waits. */
export type Tenant = { running: () => number; endIdle: () => boolean; next: () => void }
export type Room = {
  enter: (tenant: Tenant) => void
  leave: (tenant: Tenant) => void
  /** Whether one more process fits, perhaps because an idle one was ended for it. */
  makeRoom: () => boolean
  /** A process became idle or ended: other kinds go first, so that none waits for ever. */
  freed: (by: Tenant) => void
}

/** Lets `most` processes of all kinds run at once. */
export function createRoom(most: number): Room {
  const tenants = new Set<Tenant>()
  const isFull = (): boolean => [...tenants].reduce((sum, { running }) => sum + running(), 0) >= most
  return {
    enter: (tenant) => tenants.add(tenant),
    leave: (tenant) => tenants.delete(tenant),
    makeRoom: () => !isFull() || ([...tenants].some((tenant) => tenant.endIdle()) && !isFull()),
    freed: (by) => {
      for (const tenant of tenants) if (tenant !== by) tenant.next()
    },
  }
}
