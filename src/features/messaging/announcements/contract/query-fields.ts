import * as z from 'zod/mini'
import { oneLine } from '#kit/contract/one-line.ts'

const name = z.string().check(z.regex(/^[A-Za-z0-9_.~-]{1,64}$/))
/** Names and values that are added to the link's query. */
export const queryParams = z.record(name, oneLine(500))
/** The largest number of them. */
export const QUERY_PARAMS = 20
