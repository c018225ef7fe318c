import { eventKind } from '#kit/contract/event.ts'

/** Somebody signed in tried what their rights do not allow. */
export const accessDenied = eventKind('access.denied', 'person')
