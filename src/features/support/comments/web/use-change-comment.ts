import { readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import {
  deleteComment,
  deleteInternalComment,
  editComment,
  editInternalComment,
  listComments,
  listInternalComments,
} from '../contract.ts'
import type { AnyComment } from './use-comments.ts'

/** Changes or deletes a comment through the endpoint of its kind. */
export function useChangeComment(issueKey: string, comment: AnyComment) {
  const internal = comment.kind === 'internal'
  const refreshes = [internal ? listInternalComments : listComments, readCase, readCaseHistory]
  const edit = useMutationOf(internal ? editInternalComment : editComment, { refreshes })
  const remove = useMutationOf(internal ? deleteInternalComment : deleteComment, { refreshes })
  const query = { issueKey, commentId: comment.commentId }
  return {
    busy: edit.isPending || remove.isPending,
    edit: (body: string, done: () => void) => edit.mutate({ query, body: { body } }, { onSuccess: done }),
    remove: (done: () => void) => remove.mutate({ query }, { onSuccess: done }),
  }
}
