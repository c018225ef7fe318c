import { Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import {
  type ConvertedValue,
  createFacet,
  deleteFacet,
  editFacet,
  listFacets,
  listPlans,
  previewConversion,
  type Service,
  valueTypes,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { valueText } from './value-text.ts'

const WHOLE = /^-?\d{1,15}$/

/** Creates a service, or changes and deletes one. */
export function ServiceDialog(props: { service: Service | null; categories: readonly string[]; onClose: () => void }) {
  const t = useText()
  const { service, categories, onClose } = props
  const [deleting, setDeleting] = useState(false)
  const whole = (value: string) => (value.trim() === '' || WHOLE.test(value.trim()) ? null : t('service.wholeWrong'))
  const requireValue = (value: string) => (value.trim() ? null : t('service.missing'))
  const form = useForm({
    initialValues: {
      category: service?.category ?? '',
      subcategory: service?.subcategory ?? '',
      description: service?.description ?? '',
      valueType: service?.valueType ?? ('BOOLEAN' as Service['valueType']),
      values: service?.values.join('\n') ?? '',
      unit: service?.unit ?? '',
      minimum: service?.minimum?.toString() ?? '',
      maximum: service?.maximum?.toString() ?? '',
      afterExpiry: service?.afterExpiry ?? 'KEEP',
      analyticsOverride: service?.analyticsOverride ?? '',
    },
    validate: { category: requireValue, subcategory: requireValue, minimum: whole, maximum: whole },
  })
  const settings = {
    refreshes: [listFacets, listPlans],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title: t('service.saved', { name: form.values.subcategory }) })
      onClose()
    },
  }
  const create = useMutationOf(createFacet, settings)
  const edit = useMutationOf(editFacet, settings)
  const remove = useMutationOf(deleteFacet, {
    refreshes: [listFacets, listPlans],
    onSuccess: () => {
      toast({ title: t('service.deleted', { name: service?.subcategory ?? '' }) })
      onClose()
    },
  })
  const { valueType } = form.values
  const number = (text: string) => (valueType === 'NUMBER' && WHOLE.test(text.trim()) ? Number(text) : null)
  const lines = form.values.values.split('\n').map((one) => one.trim())
  const type = {
    valueType,
    values: valueType === 'LIST' ? lines.filter(Boolean) : [],
    minimum: number(form.values.minimum),
    maximum: number(form.values.maximum),
  }
  const changesType = service !== null && valueType !== service.valueType && !service.isLimit
  const conversion = useQueryOf(
    previewConversion,
    { params: { id: service?.id ?? '' }, body: type },
    { enabled: changesType && (valueType !== 'LIST' || type.values.length > 0) },
  )
  const convertedValues = changesType ? (conversion.data?._embedded.values ?? []) : []
  const submit = form.onSubmit(({ unit, analyticsOverride, ...fields }) => {
    const body = {
      ...fields,
      ...type,
      unit: (valueType === 'NUMBER' && unit.trim()) || null,
      analyticsOverride: analyticsOverride.trim() || null,
      ...(convertedValues.length > 0 ? { convertsValues: true } : {}),
    }
    if (service) edit.mutate({ params: { id: service.id }, body, version: service.version })
    else create.mutate({ body })
  })
  if (service && deleting)
    return (
      <Confirm
        opened
        colour="red"
        title={t('service.deleteTitle', { name: service.subcategory })}
        action={t('service.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: service.id }, version: service.version })}
        onClose={() => setDeleting(false)}
      >
        {t('service.deleteText')}
      </Confirm>
    )
  return (
    <FormDialog
      title={service ? t('service.edit', { name: service.subcategory }) : t('service.add')}
      size={560}
      submitLabel={t('service.save')}
      pending={create.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-fields">
        <TextInput
          required
          data-autofocus
          maxLength={60}
          label={t('service.category')}
          list="service-categories"
          {...form.getInputProps('category')}
        />
        <datalist id="service-categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextInput required maxLength={60} label={t('service.name')} {...form.getInputProps('subcategory')} />
      </div>
      <Textarea
        autosize
        minRows={2}
        maxLength={1000}
        label={t('service.description')}
        {...form.getInputProps('description')}
      />
      <Select
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        label={t('service.type')}
        disabled={service?.isLimit ?? false}
        description={service?.isLimit ? t('service.limit') : undefined}
        data={valueTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.getInputProps('valueType')}
      />
      {valueType === 'LIST' && (
        <Textarea
          required
          autosize
          minRows={3}
          label={t('service.values')}
          description={t('service.valuesHint')}
          {...form.getInputProps('values')}
        />
      )}
      {valueType === 'NUMBER' && (
        <div className="form-fields">
          <TextInput maxLength={20} label={t('service.unit')} {...form.getInputProps('unit')} />
          <TextInput inputMode="numeric" label={t('service.minimum')} {...form.getInputProps('minimum')} />
          <TextInput inputMode="numeric" label={t('service.maximum')} {...form.getInputProps('maximum')} />
        </div>
      )}
      {service && convertedValues.length > 0 && (
        <ConversionPreview
          values={convertedValues}
          before={service}
          after={{ valueType, unit: form.values.unit || null }}
        />
      )}
      <Switch
        label={t('service.stops')}
        checked={form.values.afterExpiry === 'STOP'}
        onChange={(event) => form.setFieldValue('afterExpiry', event.currentTarget.checked ? 'STOP' : 'KEEP')}
      />
      <TextInput maxLength={100} label={t('service.analytics')} {...form.getInputProps('analyticsOverride')} />
      {service && !service.isLimit && (
        <div>
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            {t('service.delete')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** The values that plans and accounts hold, before and after the value type of their service changes. */
function ConversionPreview(props: {
  values: readonly ConvertedValue[]
  before: Pick<Service, 'valueType' | 'unit'>
  after: Pick<Service, 'valueType' | 'unit'>
}) {
  const t = useText()
  return (
    <PlainTable
      label={t('service.conversion')}
      rows={props.values}
      id={({ holder, ofAccount }) => `${ofAccount} ${holder}`}
      columns={[
        { id: 'holder', label: t('service.holder'), cell: ({ holder }) => <span translate="no">{holder}</span> },
        { id: 'before', label: t('service.before'), width: 8, cell: (row) => valueText(props.before, row.before) },
        {
          id: 'after',
          label: t('service.after'),
          width: 8,
          cell: (row) => (row.after === null ? t('service.removed') : valueText(props.after, row.after)),
        },
      ]}
    />
  )
}
