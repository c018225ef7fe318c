import { NumberInput, TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { createShareLink, listShareLinks } from '../contract.ts'
import { useShareLinksText } from '../texts.ts'
import classes from './share-links.module.css'

const hours = ['1', '24', '72', '168', '336', '720'] as const
const USUAL_HOURS = 168

/** Creates a link of the file. */
export function NewShareLink({ fileId }: { fileId: string }) {
  const t = useShareLinksText()
  const form = useContractForm(createShareLink.body, {
    name: '',
    hours: USUAL_HOURS,
    mostDownloads: undefined as number | undefined,
  })
  const create = useMutationOf(createShareLink, {
    refreshes: [listShareLinks],
    onProblem: applyServerErrors(form),
    onSuccess: ({ name }) => {
      toast({ title: t('created', { name: name ?? '' }) })
      form.reset()
    },
  })
  const most = form.values.mostDownloads
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((body) => create.mutate({ params: { id: fileId }, body }))}
    >
      <TextInput
        data-autofocus
        required
        label={t('name')}
        description={t('nameHint')}
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Select
        required
        label={t('expires')}
        data={hours.map((value) => ({ value, label: t(`duration.${value}`) }))}
        value={String(form.values.hours)}
        onChange={(value) => form.setFieldValue('hours', Number(value))}
      />
      <NumberInput
        min={1}
        max={1_000_000}
        allowDecimal={false}
        hideControls
        label={t('limit')}
        description={t('limitHint')}
        value={most ?? ''}
        onChange={(value) => form.setFieldValue('mostDownloads', value === '' ? undefined : Number(value))}
        error={form.errors.mostDownloads}
      />
      <Button type="submit" loading={create.isPending}>
        {t('create')}
      </Button>
    </form>
  )
}
