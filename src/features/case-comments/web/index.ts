export { CommentCard } from './comment-card.tsx'
export { Composer } from './composer.tsx'
export { type AnyComment, useComments } from './use-comments.ts'
