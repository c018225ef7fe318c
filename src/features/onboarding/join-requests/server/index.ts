import type { Feature } from '#kit/server/portal.ts'
import { joinRequestsChanged, myJoinRequestChanged } from '../contract.ts'
import { publishJoinRequestChange } from './publish-join-request-change.ts'
import { serveJoins } from './routes.ts'

export { askToJoinAccount } from './create-join-request.ts'
export { makeDemoJoins } from './demo-joins.ts'

/** Requesting to join an account, and admitting users. */
export const joinRequestsFeature: Feature = {
  name: 'join-requests',
  serve: serveJoins,
  topics: [joinRequestsChanged, myJoinRequestChanged],
  eventHandlers: publishJoinRequestChange,
}
