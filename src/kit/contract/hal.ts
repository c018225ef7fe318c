import * as z from 'zod/mini'

/** The page figures of a list (HAL); `number` counts from 0. */
export const Page = z.object({
  size: z.int(),
  totalElements: z.int(),
  totalPages: z.int(),
  number: z.int(),
  /** True when there are more than `totalElements` rows; such a total is shown as "10,000+". */
  capped: z.optional(z.boolean()),
})
export type Page = z.output<typeof Page>

const Link = z.object({ href: z.string() })
/** The links of a list's page. */
export const ListLinks = z.object({
  self: Link,
  first: z.optional(Link),
  prev: z.optional(Link),
  next: z.optional(Link),
  last: z.optional(Link),
})

/** A HAL list: its rows are in `_embedded.<name>`. `lastUpdateTime` is the newest change among them, or null. */
export function halList<Name extends string, Row extends z.ZodMiniType>(name: Name, row: Row) {
  return z.object({
    _embedded: z.object({ [name]: z.array(row) } as Record<Name, z.ZodMiniArray<Row>>),
    page: Page,
    lastUpdateTime: z.nullable(z.iso.datetime()),
    _links: ListLinks,
  })
}

/** The largest total that a large list counts exactly. */
export const TOTAL_CAP = 10_000

/**
 * A parameter of lists that may grow while they are read: the end of the page before, from its `next` link. A reader who
 * follows these links meets every row that was there from the beginning. `page` then only numbers the page.
 */
export const afterPage = { after: z.optional(z.string().check(z.maxLength(700), z.regex(/^[A-Za-z0-9_-]+$/))) } as const

/**
 * The query of a list: page (from 0), size, sort (`field,ASC` or `field,DESC`, repeatable, either case), and the list's
 * own filters. A filter that is an array is written as a comma list and means any-of.
 */
export function listQuery<const Fields extends readonly [string, ...string[]], Filters extends z.core.$ZodLooseShape>(
  sortable: Fields,
  filters: Filters,
  { maximum = 200, usual = 50 }: { maximum?: number; usual?: number } = {},
) {
  return z.strictObject({
    page: z._default(z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))), 0),
    size: z._default(z.optional(z.int().check(z.minimum(1), z.maximum(maximum))), usual),
    sort: z.optional(z.array(z.string().check(z.regex(sortPattern(sortable)))).check(z.maxLength(4))),
    ...filters,
  })
}

/** Reads `sort` values that have passed `listQuery`. */
export function readSort<Field extends string>(
  sort: readonly string[] | undefined,
  fallback: { field: Field; descending: boolean },
): { field: Field; descending: boolean }[] {
  if (!sort?.length) return [fallback]
  return sort.map((entry) => {
    const [field, direction] = entry.split(',')
    return { field: field as Field, descending: direction?.toUpperCase() === 'DESC' }
  })
}

function sortPattern(fields: readonly string[]): RegExp {
  return new RegExp(`^(${fields.join('|')})(,([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]))?$`)
}
