export { subjectOf, useActorName, useEventWords } from './event-text.ts'
export { RecentActivity } from './recent-activity.tsx'
