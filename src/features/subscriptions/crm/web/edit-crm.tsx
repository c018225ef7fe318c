import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { minorUnits, typedMoney } from '#kit/web/text/money.ts'
import { type CrmData, editCrmData, readCrmData } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './crm-card.module.css'

const texts = [
  'owner',
  'ownerEmail',
  'contractNumber',
  'contractStatus',
  'contractStart',
  'contractEnd',
  'currency',
  'quoteUrl',
] as const

/** Edits the CRM record of an account that is kept in the portal. */
export function EditCrm({ data, onClose }: { data: CrmData; onClose: () => void }) {
  const t = useText()
  const { record } = data
  const typedAmount = (minor: number | null | undefined) =>
    minor == null || !record?.currency ? '' : typedMoney(minor, record.currency)
  const form = useForm({
    initialValues: {
      ...(Object.fromEntries(texts.map((name) => [name, record?.[name] ?? ''])) as Record<
        (typeof texts)[number],
        string
      >),
      contractValue: typedAmount(record?.contractValue),
      opportunities: (record?.opportunities ?? []).map(({ name, stage, amount, closeDate }, index) => ({
        id: `stored ${index}`,
        name,
        stage,
        amount: typedAmount(amount),
        closeDate: closeDate ?? '',
      })),
    },
    validate: {
      currency: (currency, { contractValue, opportunities }) =>
        isCurrency(currency) ||
        (currency === '' && [contractValue, ...opportunities.map(({ amount }) => amount)].every((one) => one === ''))
          ? null
          : t('currencyWrong'),
      contractValue: (value, { currency }) => (isAmount(value, currency) ? null : t('amountWrong')),
      opportunities: {
        name: (name) => (name.trim() === '' ? t('nameWrong') : null),
        amount: (value, { currency }) => (isAmount(value, currency) ? null : t('amountWrong')),
      },
    },
  })
  const save = useMutationOf(editCrmData, {
    refreshes: [readCrmData],
    onSuccess: () => {
      toast({ title: t('saved') })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path } of problem.fields) form.setFieldError(path, t(path === 'quoteUrl' ? 'quoteWrong' : 'wrong'))
      if (problem.status === 412) showError(problem, { text: t('stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit((values) => {
    const minor = (amount: string) => (amount === '' ? null : minorUnits(amount, values.currency))
    const textValues = Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])) as Record<
      (typeof texts)[number],
      string | null
    >
    save.mutate({
      params: { account: data.account },
      version: data.version,
      body: {
        ...textValues,
        contractValue: minor(values.contractValue),
        opportunities: values.opportunities.map(({ name, stage, amount, closeDate }) => ({
          name: name.trim(),
          stage: stage.trim(),
          amount: minor(amount),
          closeDate: closeDate || null,
        })),
      },
    })
  })
  return (
    <FormDialog
      title={t(record ? 'edit' : 'add')}
      size={720}
      submitLabel={t('save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-fields">
        <TextInput data-autofocus maxLength={200} label={t('owner')} {...form.getInputProps('owner')} />
        <TextInput type="email" maxLength={320} label={t('ownerEmail')} {...form.getInputProps('ownerEmail')} />
        <TextInput maxLength={100} label={t('contractNumber')} {...form.getInputProps('contractNumber')} />
        <TextInput maxLength={100} label={t('contractStatus')} {...form.getInputProps('contractStatus')} />
        <TextInput type="date" label={t('contractStart')} {...form.getInputProps('contractStart')} />
        <TextInput type="date" label={t('contractEnd')} {...form.getInputProps('contractEnd')} />
        <TextInput inputMode="decimal" label={t('contractValue')} {...form.getInputProps('contractValue')} />
        <TextInput maxLength={3} label={t('currency')} placeholder="EUR" {...form.getInputProps('currency')} />
        <TextInput type="url" maxLength={2000} label={t('quote')} {...form.getInputProps('quoteUrl')} />
      </div>
      <fieldset className={classes.fields}>
        <legend className={classes.heading}>{t('opportunities')}</legend>
        {form.values.opportunities.map((row, index) => {
          const field = (name: 'name' | 'stage' | 'amount' | 'closeDate', label: string) => ({
            label: index === 0 ? label : undefined,
            'aria-label': `${label}, ${t('newOpportunity', { number: index + 1 })}`,
            ...form.getInputProps(`opportunities.${index}.${name}`),
          })
          return (
            <div key={row.id} className={classes.opportunity}>
              <TextInput maxLength={200} {...field('name', t('opportunity'))} />
              <TextInput maxLength={100} {...field('stage', t('stage'))} />
              <TextInput inputMode="decimal" {...field('amount', t('amount'))} />
              <TextInput type="date" {...field('closeDate', t('closeDate'))} />
              <IconButton
                aria-label={t('removeOpportunity', { name: row.name || t('newOpportunity', { number: index + 1 }) })}
                onClick={() => form.removeListItem('opportunities', index)}
              >
                <IconX size={15} aria-hidden />
              </IconButton>
            </div>
          )
        })}
        <div>
          <Button
            variant="default"
            blocked={form.values.opportunities.length >= 50 ? t('notYet.most') : undefined}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() =>
              form.insertListItem('opportunities', {
                id: crypto.randomUUID(),
                name: '',
                stage: '',
                amount: '',
                closeDate: '',
              })
            }
          >
            {t('addOpportunity')}
          </Button>
        </div>
      </fieldset>
    </FormDialog>
  )
}

function isCurrency(currency: string): boolean {
  return /^[A-Z]{3}$/.test(currency)
}

function isAmount(amountText: string, currency: string): boolean {
  return amountText === '' || !isCurrency(currency) || minorUnits(amountText, currency) !== null
}
