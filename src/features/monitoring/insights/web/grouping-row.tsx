import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconArrowDown, IconArrowUp } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  contrastWithWhite,
  type editInsightCategory,
  type editInsightType,
  type Grouping,
  LEAST_CONTRAST,
  listInsightCategories,
  listInsightTypes,
  readInsightCards,
} from '../contract.ts'
import { useText } from '../texts.ts'
import type { GroupingEdit } from './grouping-edit.ts'
import classes from './insights.module.css'

const DRAGGED = 'application/x-grouping'

/** The fields of a category or type; its place in the order is changed by dragging it, and by its buttons. */
export function GroupingRow(props: {
  grouping: Grouping
  edit: GroupingEdit | undefined
  onEdit: (edit: GroupingEdit | undefined) => void
  endpoint: typeof editInsightCategory | typeof editInsightType
  /** Its place in the order, from 0. */
  at: number
  last: boolean
  onMove: (id: string, to: number) => void
}) {
  const t = useText()
  const { grouping, edit, onEdit, endpoint, at, last, onMove } = props
  const [isOver, setOver] = useState(false)
  const { id, displayName, color, priority } = { ...grouping, ...edit }
  const contrast = /^#[0-9a-f]{6}$/.test(color) ? contrastWithWhite(color) : 0
  const wrongName = displayName.trim() === ''
  const save = useMutationOf(endpoint, {
    refreshes: [listInsightCategories, listInsightTypes, readInsightCards],
    onSuccess: () => {
      onEdit(undefined)
      toast({ title: t('edit.saved', { name: displayName }) })
    },
  })
  return (
    <li
      className={classes.edit}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const draggedId = event.dataTransfer.getData(DRAGGED)
        if (draggedId && draggedId !== id) onMove(draggedId, at)
      }}
    >
      <fieldset
        aria-label={t('edit.drag')}
        className={classes.moves}
        draggable
        onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, id)}
        title={t('edit.drag')}
      >
        <IconButton
          size={24}
          aria-label={t('edit.up', { name: grouping.displayName })}
          disabled={at === 0}
          onClick={() => onMove(id, at - 1)}
        >
          <IconArrowUp size={14} aria-hidden />
        </IconButton>
        <IconButton
          size={24}
          aria-label={t('edit.down', { name: grouping.displayName })}
          disabled={last}
          onClick={() => onMove(id, at + 1)}
        >
          <IconArrowDown size={14} aria-hidden />
        </IconButton>
      </fieldset>
      <TextInput
        label={t('edit.name')}
        maxLength={80}
        value={displayName}
        onChange={(event) => onEdit({ displayName: event.currentTarget.value })}
        error={wrongName && t('edit.nameWrong')}
      />
      <TextInput
        label={t('edit.color')}
        leftSection={<span className={classes.swatch} style={{ '--category': color } as Record<string, string>} />}
        maxLength={7}
        value={color}
        onChange={(event) => onEdit({ color: event.currentTarget.value.toLowerCase() })}
        description={t('edit.contrast', { value: contrast.toFixed(1) })}
        error={contrast < LEAST_CONTRAST && t('edit.tooLow')}
      />
      <TextInput
        type="number"
        label={t('edit.priority')}
        min={1}
        max={99}
        value={priority}
        onChange={(event) =>
          onEdit({ priority: Math.min(99, Math.max(1, Math.round(Number(event.currentTarget.value)))) })
        }
      />
      {edit && (
        <div className="row">
          <Button
            size="compact-sm"
            loading={save.isPending}
            blocked={wrongName ? t('notYet.name') : contrast < LEAST_CONTRAST ? t('notYet.color') : undefined}
            aria-label={t('edit.save', { name: grouping.displayName })}
            onClick={() => save.mutate({ params: { id }, body: edit, version: grouping.version })}
          >
            {t('edit.saveAll')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onEdit(undefined)}>
            {t('edit.discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
