import * as z from 'zod/mini'
import { pageAudiences } from './wiki-enums.ts'

export const pageId = z.string().check(z.regex(/^\d{1,15}$/))
export const byPage = z.strictObject({ id: pageId })
export const byVersion = z.strictObject({ id: pageId, n: z.string().check(z.regex(/^\d{1,9}$/)) })

export const PageAudience = z.enum(pageAudiences)
export type PageAudience = z.output<typeof PageAudience>
