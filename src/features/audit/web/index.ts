export { subjectOf, useActorName, useEventWords } from './event-words.ts'
export { RecentActivity } from './recent-activity.tsx'
