import type { LinkKind } from './tracker.ts'

/** A message to a tracker about one case. Comments, files and links are brought to the state that they have here. */
export type Outgoing =
  | { readonly operation: 'create' }
  | { readonly operation: 'edit'; readonly fields: readonly string[] }
  | { readonly operation: 'move'; readonly status: string }
  | { readonly operation: 'comment' | 'internal-comment'; readonly commentId: number }
  | { readonly operation: 'files' }
  | { readonly operation: 'link'; readonly kind: LinkKind; readonly otherKey: string }
  /** Reads the issue and applies what the tracker changed. */
  | { readonly operation: 'read'; readonly trackerId?: string }
  /** Reads which issues of the project changed. */
  | { readonly operation: 'poll' }
