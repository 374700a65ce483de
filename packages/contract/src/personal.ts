import * as z from 'zod/mini'

/** `id`: name of the field with the account's number. `isName`: the field has a person's name, or their address if they gave none. */
type Personal = { id?: string; isName?: boolean }

/**
 * Fields that say who or where a member is. Callers without `members.read` get a stand-in; staff see each other's addresses with
 * `staff.read`.
 */
export const personal = z.registry<Personal>()

/** An address; `id` names the field whose number stands in for it. */
export const AddressOf = (id: string) => z.string().register(personal, { id })
/** An e-mail address, phone number or IP address of a member. */
export const Address = z.string().register(personal, {})
export const NameOrAddress = z.string().register(personal, { isName: true })
