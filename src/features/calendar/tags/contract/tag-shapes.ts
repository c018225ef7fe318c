import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'

/** The colour of older clients for *no colour chosen*: it is stored as none. */
export const IGNORED_COLOUR = '#00355F'
/** Events with a SYSTEM tag are made by the portal: filters do not offer the tag. */
export const TagScope = z.enum(['SYSTEM', 'CUSTOMER'])

/** A tag of events. */
export const Tag = z.object({
  id: z.string(),
  name: z.string(),
  /** `#RRGGBB`; null has the colour of the theme. */
  colorCode: z.nullable(z.string()),
  scope: TagScope,
  /** Events with the tag are maintenance: they hold the outage detector and are left out of uptime. */
  holdsOutages: z.boolean(),
  /** During events with the tag no work is allowed: an overlap with maintenance is a clash. */
  freeze: z.boolean(),
  /** The tag *Maintenance*, which cannot be deleted or renamed. */
  isFixed: z.boolean(),
  version: z.int(),
})
export type Tag = z.output<typeof Tag>

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB'))
export const newTag = z.strictObject({
  name: oneLine(60).check(notBlank),
  colorCode: z.optional(z.nullable(colour)),
  scope: z._default(z.optional(TagScope), 'CUSTOMER'),
  holdsOutages: z._default(z.optional(z.boolean()), false),
  freeze: z._default(z.optional(z.boolean()), false),
})
/** The whole tag: what is missing gets its default. */
export const changedTag = z.extend(newTag, { id: z.string().check(z.regex(/^\d{1,15}$/)) })
