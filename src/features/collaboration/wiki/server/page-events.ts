import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import {
  type PageAudience,
  pageCreated,
  pageDeleted,
  pageEdited,
  staffPageCreated,
  staffPageDeleted,
  staffPageEdited,
} from '../contract.ts'

const kinds = {
  created: [pageCreated, staffPageCreated],
  edited: [pageEdited, staffPageEdited],
  deleted: [pageDeleted, staffPageDeleted],
} as const

/** A change of a page: who read it before, and who does now. */
export type PageChange = {
  readonly page: { readonly id: number; readonly accountId: number | null; readonly title: string }
  readonly readers: readonly [before: PageAudience | null, after: PageAudience | null]
  readonly more?: Readonly<Record<string, unknown>>
}

/** Records the event of a change; customers see it in their history only when they could read the page all the time. */
export async function recordChange(
  call: Pick<CommandContext<AnyEndpoint>, 'record'>,
  kind: keyof typeof kinds,
  { page, readers, more }: PageChange,
): Promise<void> {
  const isForStaff = page.accountId === null || readers.includes('VENDOR')
  await call.record(kinds[kind][isForStaff ? 1 : 0], {
    account: page.accountId,
    subject: page.id,
    data: { pageId: page.id, what: page.title, readers, ...more },
  })
}
