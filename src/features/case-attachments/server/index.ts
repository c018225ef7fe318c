import type { Feature } from '#kit/server/portal.ts'

/** Files of cases and of drafts. */
export const caseAttachmentsFeature: Feature = { name: 'case-attachments', serve: () => undefined }
