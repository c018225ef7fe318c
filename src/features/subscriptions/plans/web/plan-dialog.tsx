import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { createPlan, deletePlan, editPlan, listPlans, type Plan, periodUnits, pricings, stages } from '../contract.ts'
import { useText } from '../texts.ts'

type Unit = (typeof periodUnits)[number]
type Values = {
  name: string
  pricing: Plan['pricing']
  headerColour: string
  trialAmount: number | string
  trialUnit: Unit
  paidAmount: number | string
  paidUnit: Unit
  defaultStages: (typeof stages)[number][]
}

/** Creates a plan, or changes and deletes one. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const t = useText()
  const [deleting, setDeleting] = useState(false)
  const form = useForm<Values>({
    initialValues: {
      name: plan?.name ?? '',
      pricing: plan?.pricing ?? 'PAID',
      headerColour: plan?.headerColour ?? '#4b5565',
      trialAmount: plan?.freeTrialPeriod?.amount ?? '',
      trialUnit: plan?.freeTrialPeriod?.unit ?? 'DAY',
      paidAmount: plan?.paidSubscriptionPeriod?.amount ?? '',
      paidUnit: plan?.paidSubscriptionPeriod?.unit ?? 'YEAR',
      defaultStages: [...(plan?.defaultStages ?? [])],
    },
    validate: { name: (name) => (name.trim() ? null : t('plan.nameMissing')) },
  })
  const settings = {
    refreshes: [listPlans],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title: t('plan.saved', { name: form.values.name }) })
      onClose()
    },
  }
  const create = useMutationOf(createPlan, settings)
  const edit = useMutationOf(editPlan, settings)
  const remove = useMutationOf(deletePlan, {
    refreshes: [listPlans],
    onSuccess: () => {
      toast({ title: t('plan.deleted', { name: plan?.name ?? '' }) })
      onClose()
    },
  })
  const submit = form.onSubmit(({ trialAmount, trialUnit, paidAmount, paidUnit, ...fields }) => {
    const period = (amount: number | string, unit: Unit) => (amount ? { amount: Number(amount), unit } : null)
    const body = {
      ...fields,
      freeTrialPeriod: period(trialAmount, trialUnit),
      paidSubscriptionPeriod: period(paidAmount, paidUnit),
    }
    if (plan) edit.mutate({ params: { id: plan.id }, body, version: plan.version })
    else create.mutate({ body })
  })
  const units = periodUnits.map((value) => ({ value, label: t(`unit.${value}`) }))
  const select = { allowDeselect: false, withScrollArea: false, comboboxProps: { withinPortal: false } }
  if (plan && deleting)
    return (
      <Confirm
        opened
        colour="red"
        title={t('plan.deleteTitle', { name: plan.name })}
        action={t('plan.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: plan.id }, version: plan.version })}
        onClose={() => setDeleting(false)}
      >
        {t('plan.deleteText')}
      </Confirm>
    )
  return (
    <FormDialog
      title={plan ? t('plan.edit', { name: plan.name }) : t('plan.add')}
      size={560}
      submitLabel={t('plan.save')}
      pending={create.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={60} label={t('plan.name')} {...form.getInputProps('name')} />
      <div className="form-fields">
        <Select
          {...select}
          label={t('plan.pricing')}
          data={pricings.map((value) => ({ value, label: t(`pricing.${value}`) }))}
          {...form.getInputProps('pricing')}
        />
        <TextInput type="color" label={t('plan.colour')} {...form.getInputProps('headerColour')} />
        <NumberInput
          min={1}
          max={1000}
          allowDecimal={false}
          hideControls
          label={t('plan.trial')}
          {...form.getInputProps('trialAmount')}
        />
        <Select {...select} label={t('plan.trialUnit')} data={units} {...form.getInputProps('trialUnit')} />
        <NumberInput
          min={1}
          max={1000}
          allowDecimal={false}
          hideControls
          label={t('plan.paid')}
          {...form.getInputProps('paidAmount')}
        />
        <Select {...select} label={t('plan.paidUnit')} data={units} {...form.getInputProps('paidUnit')} />
      </div>
      <MultiSelect
        label={t('plan.stages')}
        description={t('plan.stagesHint')}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        {...form.getInputProps('defaultStages')}
      />
      {plan && (
        <div>
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            {t('plan.delete')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
