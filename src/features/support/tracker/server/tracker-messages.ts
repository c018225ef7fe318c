import * as z from 'zod/mini'
import type { DataOf } from '#kit/contract/event.ts'
import { defineMessages } from '#kit/server/outbox/message-type.ts'

const about = { caseId: z.number() }
const aboutComment = { ...about, commentId: z.number() }
/** Labels that were added to a case, and taken from it: others of its issue are the tracker's own. */
const LabelChange = z.strictObject({ added: z.array(z.string()), removed: z.array(z.string()) })

/** The messages to a tracker. Comments, files, watchers and links are brought to the state that they have here. */
export const trackerMessages = defineMessages({
  create: about,
  edit: { ...about, fields: z.array(z.string()), labels: z.optional(LabelChange) },
  /** A message that is replayed brings the status of now. */
  move: { ...about, status: z.string() },
  comment: aboutComment,
  'internal-comment': aboutComment,
  files: about,
  watchers: about,
  /** The issue type for the type of the case: it was converted to an outage. */
  type: about,
  link: { ...about, kind: z.enum(['IS_BLOCKED_BY', 'RELATES_TO', 'DUPLICATES']), otherKey: z.string() },
  /** Brings an issue of R&D with its links to cases to the project of R&D. */
  rnd: { rndKey: z.string() },
  /** Attaches files of the issue to the case. */
  'receive-files': { ...about, fileIds: z.array(z.string()), imported: z.optional(z.boolean()) },
  /** Reads the issue and applies what the tracker changed. */
  read: { trackerId: z.optional(z.string()), caseId: z.optional(z.number()) },
  /** Reads which issues of the project changed. */
  poll: {},
})

/** What a message says about a change of fields. */
export type FieldChange = Pick<DataOf<typeof trackerMessages.edit.content>, 'fields' | 'labels'>
/** What a message says about a link. */
export type LinkChange = Pick<DataOf<typeof trackerMessages.link.content>, 'kind' | 'otherKey'>
