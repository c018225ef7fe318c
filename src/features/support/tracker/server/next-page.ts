import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** The page after a page; an error where it is the same one: the tracker sends pages without end. */
export function nextPage(page: string | null, next: string | null): string | null {
  if (next !== null && next === page)
    throw new IntegrationError('The tracker sends the same page again and again.', { fault: 'garbled' })
  return next
}
