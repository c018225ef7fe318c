import { Button } from '#kit/web/look/button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { SavedReply } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './saved-replies.module.css'

/** Saved replies with the beginning of their texts. */
export function RepliesTable(props: {
  replies: readonly SavedReply[]
  onEdit?: (reply: SavedReply) => void
  onDelete?: (reply: SavedReply) => void
}) {
  const t = useText()
  const { replies, onEdit, onDelete } = props
  const columns: readonly PlainColumn<SavedReply>[] = [
    {
      id: 'name',
      label: t('page.name'),
      width: 14,
      cell: ({ name }) => (
        <strong className={classes.name} translate="no">
          {name}
        </strong>
      ),
    },
    {
      id: 'text',
      label: t('page.text'),
      wide: true,
      cell: ({ body }) => (
        <span className={classes.text} translate="no">
          {body}
        </span>
      ),
    },
    {
      id: 'updated',
      label: t('page.updated'),
      width: 13,
      wide: true,
      cell: ({ updated, updatedBy }) =>
        updatedBy ? t('page.updatedBy', { at: formatDate(updated), name: updatedBy }) : formatDate(updated),
    },
    ...(onEdit && onDelete
      ? [
          {
            id: 'edit',
            label: t('page.edit'),
            width: 10,
            quiet: true,
            align: 'right' as const,
            cell: (reply: SavedReply) => (
              <span className={classes.actions}>
                <Button size="xs" variant="subtle" onClick={() => onEdit(reply)}>
                  {t('page.edit')}
                </Button>
                <Button size="xs" variant="subtle" color="red" onClick={() => onDelete(reply)}>
                  {t('page.delete')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
  return <PlainTable label={t('page.title')} columns={columns} rows={replies} id={({ id }) => id} />
}
