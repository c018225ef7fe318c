import * as z from 'zod/mini'

/** The path of the release calls. */
export const url = '/api/bundle-releases'
export const id = z.string().check(z.maxLength(64))
export const byId = z.strictObject({ id })
