import { type ReactNode, useState } from 'react'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { IconDots, IconLock, IconPencil, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { deleteComments, isCommentOpen } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './comment-card.module.css'
import { CommentTime } from './comment-time.tsx'
import { QuotedText } from './quoted-text.tsx'
import { useChangeComment } from './use-change-comment.ts'
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
            onSave={(body, done) =>
              change.edit(body, () => {
                done()
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
  onSave: (body: string, done: () => void) => void
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
