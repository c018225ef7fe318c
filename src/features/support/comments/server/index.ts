import { caseEventHandlers, caseKind } from '#features/support/case-notifications/server/index.ts'
import type { Feature } from '#kit/server/portal.ts'
import {
  commentAdded,
  commentDeleted,
  commentEdited,
  internalCommentAdded,
  internalCommentDeleted,
  internalCommentEdited,
} from '../contract.ts'
import { serveComments } from './routes.ts'

export { commentOnCase } from './comment-on-case.ts'
export {
  addOutsideInternalComments,
  changeOutsideComment,
  moveOutsideComment,
  removeOutsideComment,
} from './outside-comments.ts'

const commented = caseKind('case.commented', '{who} commented on {key}.{moved}')
const internallyCommented = caseKind('case.internally-commented', '{who} added an internal comment to {key}.')

/** Comments of cases: the conversation with the customer, and internal ones. */
export const caseCommentsFeature: Feature = {
  name: 'case-comments',
  serve: serveComments,
  eventHandlers: (portal) =>
    caseEventHandlers(portal, [
      { event: commentAdded, notifies: commented, template: 'CASE_UPDATED' },
      { event: commentEdited, restates: true },
      { event: commentDeleted, restates: true },
      { event: internalCommentAdded, notifies: internallyCommented },
      { event: internalCommentEdited, restates: true },
      { event: internalCommentDeleted, restates: true },
    ]),
}
