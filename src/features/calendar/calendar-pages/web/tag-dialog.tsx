import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeTag, createTag, listTags, type Tag } from '#features/calendar/tags/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** The colour that the field shows while the tag has that of the theme. */
const GREY = '#8a94a3'

/** Creates a tag of events, or changes one. */
export function TagDialog({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState(tag?.name ?? '')
  const [colorCode, setColorCode] = useState(tag?.colorCode ?? null)
  const [holdsOutages, setHoldsOutages] = useState(tag?.holdsOutages ?? false)
  const [freeze, setFreeze] = useState(tag?.freeze ?? false)
  const [wrong, setWrong] = useState<string>()
  const options = {
    refreshes: [listTags],
    onSuccess: () => {
      toast({ title: t('tag.saved') })
      onClose()
    },
    onProblem: (problem: ApiError) => {
      if (problem.fields?.some(({ path }) => path === 'name')) setWrong(t('tag.nameWrong'))
      else showError(problem)
    },
  }
  const create = useMutationOf(createTag, options)
  const change = useMutationOf(changeTag, options)
  const isFixed = tag?.isFixed ?? false
  return (
    <FormDialog
      title={tag ? t('tag.edit', { tag: tag.name }) : t('tag.new')}
      submitLabel={t('tag.save')}
      pending={create.isPending || change.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(undefined)
        const body = { name: name.trim(), colorCode, scope: tag?.scope ?? ('CUSTOMER' as const), holdsOutages, freeze }
        if (tag) change.mutate({ body: { ...body, id: tag.id }, version: tag.version })
        else create.mutate({ body })
      }}
    >
      <div className="form-stack">
        <TextInput
          data-autofocus
          required
          maxLength={60}
          label={t('tag.name')}
          description={isFixed ? t('tag.fixed') : undefined}
          disabled={isFixed}
          value={name}
          error={wrong}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('tag.ownColour')}
          checked={colorCode !== null}
          onChange={(event) => setColorCode(event.currentTarget.checked ? GREY : null)}
        />
        {colorCode !== null && (
          <TextInput
            type="color"
            label={t('tag.colour')}
            value={colorCode}
            onChange={(event) => setColorCode(event.currentTarget.value)}
          />
        )}
        <Checkbox
          label={t('tag.holdsOutagesText')}
          disabled={isFixed}
          checked={holdsOutages}
          onChange={(event) => setHoldsOutages(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('tag.freezeText')}
          disabled={isFixed}
          checked={freeze}
          onChange={(event) => setFreeze(event.currentTarget.checked)}
        />
      </div>
    </FormDialog>
  )
}
