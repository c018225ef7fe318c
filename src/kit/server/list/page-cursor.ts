import { throwFieldProblem } from '../http-problem.ts'

/** Where in its order a page ends: the sort value of its last row, as PostgreSQL writes it, and the row's id. */
export type PageCursor = { readonly value: string; readonly id: string }

/** The types of columns that lists are sorted by and continued from. */
export type CursorType = 'timestamptz' | 'bigint' | 'text'

const isId = (text: string) => /^\d{1,18}$/.test(text)
const accepts: Readonly<Record<CursorType, (value: string) => boolean>> = {
  // As PostgreSQL writes it: 2026-11-28 09:30:00.123456+00, or infinity.
  timestamptz: (value) =>
    /^(-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/.test(value) &&
    (value.endsWith('infinity') || !Number.isNaN(Date.parse(value.replace('+00', 'Z')))),
  bigint: isId,
  text: (value) => !value.includes('\0'),
}

/** The cursor as the parameter `after` of a link. */
export function cursorText({ value, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/**
 * Reads `after` of a list that is sorted by a column of this type; a field problem for what no such list has made, and
 * for a list that has no such column.
 */
export function readCursor(after: string, type: CursorType | undefined): PageCursor {
  const [value, id] = partsOf(after)
  if (type && typeof value === 'string' && typeof id === 'string' && accepts[type](value) && isId(id))
    return { value, id }
  return throwFieldProblem('after', 'must be that of the link to the next page, with the same sort')
}

function partsOf(after: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
