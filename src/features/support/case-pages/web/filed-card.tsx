import type { Attachment } from '#features/support/attachments/contract.ts'
import { AttachmentChips } from '#features/support/attachments/web/index.ts'
import type { Case } from '#features/support/cases/contract.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './conversation.module.css'

/** The description as the first text. */
export function FiledCard({ found, files }: { found: Case; files: readonly Attachment[] }) {
  const t = useText()
  return (
    <article className={classes.card} aria-label={t('field.description')}>
      <Avatar name={found.reporter.fullName} size={28} />
      <div className="grow">
        <header className={classes.cardHead}>
          <strong>{found.reporter.fullName}</strong>
          <span className={classes.side}>{t('activity.filed')}</span>
          <time className={classes.end} dateTime={found.created} title={formatDateTime(found.created)}>
            {formatTimestamp(found.created)}
          </time>
        </header>
        {found.description.trim() ? (
          <Markdown text={found.description} />
        ) : (
          <p className={classes.none}>{t('activity.empty')}</p>
        )}
        <AttachmentChips issueKey={found.key} files={files} />
      </div>
    </article>
  )
}
