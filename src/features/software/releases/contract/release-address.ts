import * as z from 'zod/mini'

/** Where the calls of releases begin. */
export const url = '/api/bundle-releases'
export const id = z.string().check(z.maxLength(64))
export const byId = z.strictObject({ id })
