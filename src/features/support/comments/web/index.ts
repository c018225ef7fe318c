export { CommentCard } from './comment-card.tsx'
export { Composer } from './composer.tsx'
export { type AnyComment, newestComments, useComments } from './use-comments.ts'
export type { CommentKind } from './use-composer.ts'
