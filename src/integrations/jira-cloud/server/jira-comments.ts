import type { CommentToSend, Tracker, TrackerComment } from '#features/support/tracker/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import type { JiraComment } from './jira-shapes.ts'
import { userOf } from './jira-values.ts'
import { unlessGone } from './unless-gone.ts'

/** The property of a comment that names the portal's own. */
const MARKER = 'headend'
/** How a service desk distinguishes an internal note from a reply to the customer. */
const INTERNAL = 'sd.public.comment'
const PAGE = 100
/** Of one issue. */
const MOST = 20_000

/** Comments of issues: internal ones are restricted to a role, or marked as internal in a service desk. */
export function jiraComments(
  { call }: JiraClient,
  edition: JiraEdition,
  issuePath: (id: string) => string,
): Pick<Tracker, 'addComment' | 'changeComment' | 'removeComment' | 'comments'> & {
  /** A comment that was read with its issue. */
  commentOf(comment: JiraComment): TrackerComment
} {
  const { name, internalRole, isServiceDesk } = edition

  return {
    commentOf,
    async addComment(id, comment) {
      const { id: newId } = await call<JiraComment>('POST', `${issuePath(id)}/comment`, { body: bodyOf(comment) })
      return newId ?? unreadable()
    },
    async changeComment(id, commentId, comment) {
      await call('PUT', `${issuePath(id)}/comment/${encodeURIComponent(commentId)}`, { body: bodyOf(comment) })
    },
    removeComment: (id, commentId) =>
      unlessGone(call('DELETE', `${issuePath(id)}/comment/${encodeURIComponent(commentId)}`)),
    async comments(id) {
      let allComments: TrackerComment[] = []
      let before: number | undefined
      for (;;) {
        const { comments, total = 0 } = await call<{ comments?: JiraComment[]; total?: number }>(
          'GET',
          `${issuePath(id)}/comment`,
          { query: { startAt: allComments.length, maxResults: PAGE, expand: 'properties' } },
        )
        // A missing comment is a deleted one, so a page must have the list, and pages that moved meanwhile are read again.
        if (!comments) unreadable()
        if (before !== undefined && before !== total) {
          before = undefined
          allComments = []
          continue
        }
        before = total
        allComments.push(...comments.map(commentOf))
        if (comments.length === 0 || allComments.length >= total) return allComments
        if (allComments.length >= MOST)
          throw new IntegrationError(`${name} sends comments without end.`, { fault: 'garbled' })
      }
    },
  }

  function bodyOf({ body, internal, marker }: CommentToSend): object {
    if (internal && !isServiceDesk && !internalRole)
      throw new IntegrationError(
        `${name} has no role set that may read internal comments, so this one stays here. Set the role in the settings.`,
        { fault: 'rejected' },
      )
    return {
      body: edition.toText(body),
      properties: [
        { key: MARKER, value: { id: marker } },
        ...(isServiceDesk ? [{ key: INTERNAL, value: { internal } }] : []),
      ],
      ...(internal && !isServiceDesk ? { visibility: { type: 'role', value: internalRole } } : {}),
    }
  }

  function commentOf({
    id,
    body,
    author,
    created,
    visibility,
    jsdPublic,
    properties = [],
  }: JiraComment): TrackerComment {
    const propertyOf = (key: string) =>
      (properties.find((one) => one.key === key)?.value ?? {}) as Record<string, unknown>
    const marker = propertyOf(MARKER).id
    return {
      id: id ?? unreadable(),
      marker: typeof marker === 'string' ? marker : null,
      body: edition.fromText(body ?? ''),
      internal: Boolean(visibility?.value) || jsdPublic === false || propertyOf(INTERNAL).internal === true,
      author: userOf(author),
      createdAt: created ? new Date(created) : new Date(),
    }
  }

  function unreadable(): never {
    throw new IntegrationError(`${name} sent a response that cannot be read.`, { fault: 'garbled' })
  }
}
