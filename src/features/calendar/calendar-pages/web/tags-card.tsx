import { Suspense, useState } from 'react'
import { calendarTagsChanged, deleteTag, listTags, manageTags, type Tag } from '#features/calendar/tags/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconPencil, IconPlus, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { matchesWords } from '#kit/web/text/matches-words.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import classes from './tags-card.module.css'

const TagDialog = lazyNamed(() => import('./tag-dialog.tsx'), 'TagDialog')

/** The tags of calendar events, with the settings of the portal. */
export function TagsCard({ search }: { search: string }) {
  const t = useText()
  const may = useAllows(manageTags)
  const { data } = useQueryOf(listTags, {})
  const [editedTag, setEditedTag] = useState<Tag | 'new'>()
  const [deletedTag, setDeletedTag] = useState<Tag>()
  useTopic(calendarTagsChanged, {}, () => void refresh(listTags))
  const remove = useMutationOf(deleteTag, {
    refreshes: [listTags],
    onSuccess: () => {
      setDeletedTag(undefined)
      toast({ title: t('tag.deleted') })
    },
  })
  const tags = data?._embedded.tags ?? []
  if (!data || !may || !matchesWords(search, [t('tags'), t('tag.text'), ...tags.map(({ name }) => name)])) return null
  return (
    <Card
      flush
      id="tags"
      title={t('tags')}
      note={t('tag.text')}
      right={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEditedTag('new')}
        >
          {t('tag.new')}
        </Button>
      }
    >
      <ul className={classes.tags}>
        {tags.map((tag) => (
          <li key={tag.id}>
            <span className={classes.name}>
              <i
                className={classes.colour}
                style={tag.colorCode ? { background: tag.colorCode } : undefined}
                aria-hidden
              />
              {tag.name}
            </span>
            <span className={classes.marks}>
              {tag.scope === 'SYSTEM' && <Badge colour="grey">{t('tag.system')}</Badge>}
              {tag.holdsOutages && <Badge colour="blue">{t('tag.holdsOutages')}</Badge>}
              {tag.freeze && <Badge colour="orange">{t('tag.freeze')}</Badge>}
            </span>
            <IconButton size={28} aria-label={t('tag.edit', { tag: tag.name })} onClick={() => setEditedTag(tag)}>
              <IconPencil size={15} aria-hidden />
            </IconButton>
            <IconButton
              size={28}
              disabled={tag.isFixed}
              aria-label={t('tag.delete', { tag: tag.name })}
              onClick={() => setDeletedTag(tag)}
            >
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {editedTag && (
        <Suspense>
          <TagDialog tag={editedTag === 'new' ? undefined : editedTag} onClose={() => setEditedTag(undefined)} />
        </Suspense>
      )}
      <Confirm
        opened={deletedTag !== undefined}
        colour="red"
        title={t('tag.deleteTitle', { tag: deletedTag?.name ?? '' })}
        action={t('tag.deleteAction')}
        busy={remove.isPending}
        onConfirm={() => deletedTag && remove.mutate({ query: { id: deletedTag.id }, version: deletedTag.version })}
        onClose={() => setDeletedTag(undefined)}
      >
        {t('tag.deleteText')}
      </Confirm>
    </Card>
  )
}
