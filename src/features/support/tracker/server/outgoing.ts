import type { LinkKind } from './tracker.ts'

/** Labels that were added to a case, and taken from it: others of its issue are the tracker's own. */
export type LabelChange = { readonly added: readonly string[]; readonly removed: readonly string[] }

/** A message to a tracker about one case. Comments, files, watchers and links are brought to the state that they have here. */
export type Outgoing =
  | { readonly operation: 'create' }
  | { readonly operation: 'edit'; readonly fields: readonly string[]; readonly labels?: LabelChange }
  /** A message that is replayed brings the status of now. */
  | { readonly operation: 'move'; readonly status: string; readonly replayed?: boolean }
  | { readonly operation: 'comment' | 'internal-comment'; readonly commentId: number }
  | { readonly operation: 'files' }
  | { readonly operation: 'watchers' }
  /** The issue type for the type of the case: it was converted to an outage. */
  | { readonly operation: 'type' }
  | { readonly operation: 'link'; readonly kind: LinkKind; readonly otherKey: string }
  /** Brings an issue of R&D with its links to cases to the project of R&D. */
  | { readonly operation: 'rnd'; readonly rndKey: string }
  /** Attaches files of the issue to the case. */
  | { readonly operation: 'receive-files'; readonly fileIds: readonly string[]; readonly imported?: boolean }
  /** Reads the issue and applies what the tracker changed. */
  | { readonly operation: 'read'; readonly trackerId?: string }
  /** Reads which issues of the project changed. */
  | { readonly operation: 'poll' }
