import * as z from 'zod/mini'

/** `id`: the field beside it with the account's number. `isName`: a person's name, or their address where they gave none. */
type Personal = { id?: string; isName?: boolean }

/**
 * What console answers say about who people are and where they are. Callers without `members.read` get a stand-in, wherever it is; what
 * is about nothing else needs that permission. Staff see each other's addresses with `staff.read`.
 */
export const personal = z.registry<Personal>()

/** An address, with the number that stands in for it. */
export const AddressOf = (id: string) => z.string().register(personal, { id })
/** An address, number or IP address. */
export const Address = z.string().register(personal, {})
export const NameOrAddress = z.string().register(personal, { isName: true })
