import { removeUserFromCalendar } from '#features/calendar/events/server/index.ts'
import { removeFeedsOfUser } from '#features/calendar/feeds/server/index.ts'
import { removeUserFromChat } from '#features/collaboration/chat/server/index.ts'
import { removeUserFromTeams } from '#features/collaboration/teams/server/index.ts'
import { removeUserFromInbox } from '#features/messaging/announcements/server/index.ts'
import { removeUserFromNotifications } from '#features/messaging/notifications/server/index.ts'
import { removeUserFromPush } from '#features/messaging/web-push/server/index.ts'
import { removeUserFromOnCall } from '#features/monitoring/incident-alerts/server/index.ts'
import { removeUserFromAttempts } from '#features/sign-in/identity-providers/server/index.ts'
import { eraseSent } from '#features/sign-in/scim/server/index.ts'
import { removeUserFromReplies } from '#features/support/case-replies/server/index.ts'
import { removeUserFromCases } from '#features/support/cases/server/index.ts'

/** What removes a deleted user from each feature that stores their data. */
export const usersErasedFrom = [
  removeUserFromAttempts,
  eraseSent,
  removeUserFromCases,
  removeUserFromInbox,
  removeUserFromNotifications,
  removeUserFromPush,
  removeUserFromTeams,
  removeUserFromChat,
  removeUserFromCalendar,
  removeFeedsOfUser,
  removeUserFromOnCall,
  removeUserFromReplies,
]
