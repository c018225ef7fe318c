import { type ReactNode, useState } from 'react'
import { readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { requestUrl } from '#kit/web/data/request-url.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { IconDots, IconLock, IconPencil, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import {
  deleteComment,
  deleteComments,
  deleteInternalComment,
  downloadCommentMail,
  editComment,
  editInternalComment,
  isCommentOpen,
  listComments,
  listInternalComments,
  readCommentMail,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './comment-card.module.css'
import type { AnyComment } from './use-comments.ts'

/** One comment: who, from where, when, what. An internal one is tinted and has a lock and a label. */
export function CommentCard(props: {
  issueKey: string
  comment: AnyComment
  /** The name of the customer, beside users who are not of the vendor. */
  account: string
  editing: boolean
  onEdit: (editing: boolean) => void
  children?: ReactNode
}) {
  const t = useText()
  const me = useMe()
  const now = useCurrentMinute()
  const mayModerate = useAllows(deleteComments)
  const { comment, issueKey, editing } = props
  const internal = comment.kind === 'internal'
  const mine = comment.author.id === me.id && isCommentOpen(new Date(comment.created), new Date(now))
  const [leaving, setLeaving] = useState(false)
  const change = useChangeComment(issueKey, comment)
  return (
    <article className={classes.comment} data-internal={internal || undefined} aria-label={comment.author.fullName}>
      <Avatar name={comment.author.fullName} size={28} />
      <div className={classes.body}>
        <header className={classes.head}>
          <strong>{comment.author.fullName}</strong>
          <span className={classes.side}>{comment.author.vendor ? t('vendor') : props.account}</span>
          {internal && (
            <span className={classes.lock}>
              <IconLock size={12} aria-hidden /> {t('internal')}
            </span>
          )}
          <span className={classes.end}>
            {(mine || mayModerate) && !editing && (
              <ActionMenu
                face={(press) => (
                  <IconButton size={24} aria-label={t('more')} aria-haspopup="menu" onClick={press}>
                    <IconDots size={15} aria-hidden />
                  </IconButton>
                )}
                groups={[
                  mine
                    ? [
                        {
                          icon: <IconPencil size={15} aria-hidden />,
                          label: t('edit'),
                          run: () => props.onEdit(true),
                        },
                      ]
                    : [],
                  [
                    {
                      icon: <IconTrash size={15} aria-hidden />,
                      label: t('delete'),
                      run: () => setLeaving(true),
                    },
                  ],
                ]}
              />
            )}
            {comment.edited && (
              <span title={t('editedAt', { at: formatDateTime(comment.edited) })}>{t('edited')} · </span>
            )}
            <CommentTime at={comment.created} />
          </span>
        </header>
        {editing ? (
          <EditComment
            place={`edit-comment:${comment.commentId}`}
            text={comment.body}
            busy={change.busy}
            onCancel={() => props.onEdit(false)}
            onSave={(body, onDone) =>
              change.edit(body, () => {
                onDone()
                props.onEdit(false)
              })
            }
          />
        ) : (
          <Markdown text={comment.body} />
        )}
        {comment.kind === 'customer' && comment.mail?.isCut && (
          <QuotedText issueKey={issueKey} commentId={comment.commentId} />
        )}
        {props.children}
      </div>
      <Confirm
        opened={leaving}
        title={t('deleteTitle')}
        action={t('deleteAction')}
        busy={change.busy}
        onClose={() => setLeaving(false)}
        onConfirm={() => change.remove(() => setLeaving(false))}
      >
        {t('deleteText')}
      </Confirm>
    </article>
  )
}

function EditComment(props: {
  place: string
  text: string
  busy: boolean
  onSave: (body: string, onDone: () => void) => void
  onCancel: () => void
}) {
  const t = useText()
  const { text, setText, drop } = useDraftText(props.place, props.text)
  const cancel = () => {
    drop()
    props.onCancel()
  }
  return (
    <div className={classes.edit}>
      <MarkdownEditor
        label={t('edit')}
        value={text}
        onChange={setText}
        lines={2}
        autoFocus
        onSubmit={() => text.trim() && props.onSave(text, drop)}
      />
      <div className={classes.editFoot}>
        <Button size="xs" variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button
          size="xs"
          loading={props.busy}
          blocked={text.trim() ? undefined : t('notYet.text')}
          onClick={() => props.onSave(text, drop)}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

/** The time of a text: the clock today, the day as well before. */
function CommentTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatTimestamp(at)}
    </time>
  )
}

/** Changes or deletes a comment through the endpoint of its kind. */
function useChangeComment(issueKey: string, comment: AnyComment) {
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

/** All text of the mail that a comment came by, where less than it became the comment. */
function QuotedText(query: { issueKey: string; commentId: string }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const result = useQueryOf(readCommentMail, { query }, { enabled: shown })
  return (
    <div className={classes.quoted}>
      <Button size="xs" variant="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t('hideQuoted') : t('showQuoted')}
      </Button>
      {shown && (
        <QueryView query={result} rows={2}>
          {({ text, mayDownload }) => (
            <>
              <p className={classes.mailText} translate="no">
                {text}
              </p>
              {mayDownload && (
                <a href={requestUrl(downloadCommentMail.url, {}, query)} download>
                  {t('downloadMail')}
                </a>
              )}
            </>
          )}
        </QueryView>
      )}
    </div>
  )
}
