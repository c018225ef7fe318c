import type { Attachment } from '#features/support/attachments/contract.ts'
import { AttachmentChips } from '#features/support/attachments/web/index.ts'
import { IconArrowsExchange, IconPaperclip } from '#kit/web/icons/icons.generated.ts'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import type { RecordedEvent } from './activity-items.ts'
import { changeWords, EMPHASIS } from './change-text.ts'
import classes from './conversation.module.css'

/** A quiet line of the activity: a change and its author, or files added without a text. */
export function ChangeLine(props: { entry: RecordedEvent } | { files: readonly Attachment[]; issueKey: string }) {
  const t = useText()
  if ('files' in props) {
    const [first] = props.files
    if (!first) return null
    return (
      <div className={classes.line}>
        <IconPaperclip size={15} aria-hidden />
        <span>
          {first.author.fullName}
          <AttachmentChips issueKey={props.issueKey} files={props.files} />
        </span>
        <time dateTime={first.created}>{formatTimestamp(first.created)}</time>
      </div>
    )
  }
  const { entry } = props
  const by = entry.by ? ` ${t('activity.by', { name: entry.by })}` : ''
  return changeWords(t, entry).map((words) => (
    <div key={words} className={classes.line}>
      <IconArrowsExchange size={15} aria-hidden />
      <span>
        <EmphasisedPart words={words} />
        {by}
      </span>
      <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
    </div>
  ))
}

/** A text with one part, between two marks, emphasised. */
export function EmphasisedPart({ words }: { words: string }) {
  const [before, strong, after] = words.split(EMPHASIS)
  return (
    <>
      {before}
      {strong !== undefined && <strong>{strong}</strong>}
      {after}
    </>
  )
}
