import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { listPlans } from '#features/subscriptions/plans/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { changedFields } from '#kit/web/form/changed-fields.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { minorUnits, typedMoney } from '#kit/web/text/money.ts'
import {
  type CustomerPlanDetail,
  editCustomerPlan,
  listCustomerPlans,
  listSubscriptionHistory,
  previewSubscriptions,
  readCustomerPlan,
  readSubscriptionUsage,
} from '../contract.ts'
import { useTermsText } from '../texts.ts'
import { PreviewedChanges } from './previewed-changes.tsx'

/** Changes plan and contract of an account. */
export function EditSubscription({ found, onClose }: { found: CustomerPlanDetail; onClose: () => void }) {
  const t = useTermsText()
  const plans = useQueryOf(listPlans, {}).data?._embedded.plans ?? []
  const shownValue =
    found.contractValue === null || found.currency === null ? '' : typedMoney(found.contractValue, found.currency)
  const form = useForm({
    initialValues: {
      plan: found.plan?.id ?? null,
      freeTrial: found.freeTrial,
      expirationDate: found.expirationDate ?? '',
      contractStartDate: found.contractStartDate ?? '',
      contractLength: (found.contractLength ?? '') as number | string,
      cmNumber: (found.cmNumber ?? '') as number | string,
      contractValue: shownValue,
      currency: found.currency ?? '',
      quoteUrl: found.quoteUrl ?? '',
      additionalFeatures: found.additionalFeatures,
      showToCustomer: found.showToCustomer,
    },
    validate: {
      contractLength: (years) => (years === '' || /^[1-5]$/.test(`${years}`) ? null : t('edit.lengthWrong')),
      currency: (currency, { contractValue }) =>
        (currency === '' && contractValue.trim() === '') || /^[A-Z]{3}$/.test(currency)
          ? null
          : t('edit.currencyWrong'),
      contractValue: (value, { currency }) =>
        value.trim() === '' || !/^[A-Z]{3}$/.test(currency) || minorUnits(value, currency) !== null
          ? null
          : t('edit.valueWrong'),
    },
  })
  const save = useMutationOf(editCustomerPlan, {
    refreshes: [readCustomerPlan, listCustomerPlans, listSubscriptionHistory, readSubscriptionUsage],
    onSuccess: () => {
      toast({ title: t('edit.done', { account: found.accountDisplayName }) })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) showError(problem, { text: t('edit.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ contractLength, cmNumber, contractValue, currency, ...rest }) => {
    const number = (value: number | string) => (value === '' ? null : Number(value))
    const values = {
      plan: rest.plan,
      freeTrial: rest.freeTrial,
      expirationDate: rest.expirationDate || null,
      contractStartDate: rest.contractStartDate || null,
      contractLength: number(contractLength),
      cmNumber: number(cmNumber),
      contractValue: contractValue.trim() === '' ? null : minorUnits(contractValue, currency),
      currency: currency || null,
      quoteUrl: rest.quoteUrl.trim() || null,
      additionalFeatures: rest.additionalFeatures,
      showToCustomer: rest.showToCustomer,
    }
    // Only what changed, so that a new plan sets its expiry and an expired date can stay.
    const body = changedFields({ ...found, plan: found.plan?.id ?? null }, values)
    save.mutate({ params: { id: found.id }, body, version: found.version })
  })
  return (
    <FormDialog
      title={t('edit.title', { account: found.accountDisplayName })}
      size={600}
      submitLabel={t('edit.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-fields">
        <Select
          clearable
          data-autofocus
          label={t('list.plan')}
          placeholder={t('noPlan')}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={plans.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('plan')}
        />
        <TextInput
          type="date"
          label={t('list.expires')}
          description={t('edit.expiresHint')}
          {...form.getInputProps('expirationDate')}
        />
        <TextInput type="date" label={t('list.start')} {...form.getInputProps('contractStartDate')} />
        <NumberInput
          min={1}
          max={5}
          clampBehavior="none"
          hideControls
          label={t('edit.length')}
          {...form.getInputProps('contractLength')}
        />
        <NumberInput
          min={0}
          clampBehavior="none"
          hideControls
          allowDecimal={false}
          label={t('list.modems')}
          {...form.getInputProps('cmNumber')}
        />
        <TextInput inputMode="decimal" label={t('list.value')} {...form.getInputProps('contractValue')} />
        <TextInput maxLength={3} label={t('edit.currency')} placeholder="EUR" {...form.getInputProps('currency')} />
        <TextInput type="url" maxLength={2000} label={t('contract.quote')} {...form.getInputProps('quoteUrl')} />
      </div>
      <PlanPreview found={found} plan={form.values.plan} />
      <Textarea
        autosize
        minRows={2}
        maxLength={4000}
        label={t('contract.additional')}
        {...form.getInputProps('additionalFeatures')}
      />
      <Checkbox label={t('contract.trial')} {...form.getInputProps('freeTrial', { type: 'checkbox' })} />
      <Checkbox label={t('edit.show')} {...form.getInputProps('showToCustomer', { type: 'checkbox' })} />
    </FormDialog>
  )
}

/** The effect of another plan on the account, before it is saved. */
function PlanPreview({ found, plan }: { found: CustomerPlanDetail; plan: string | null }) {
  const t = useTermsText()
  const same = plan === (found.plan?.id ?? null)
  const { data } = useQueryOf(previewSubscriptions, { body: { accounts: [found.accountId], plan } }, { enabled: !same })
  if (same || !data) return null
  const [preview] = data._embedded.accounts
  if (!preview) return <p role="status">{t('preview.nothing')}</p>
  return (
    <div role="status" className="form-stack">
      <strong>{t('preview.title')}</strong>
      <PreviewedChanges preview={preview} services={found.services.map(({ facet }) => facet)} />
    </div>
  )
}
