import { Checkbox, Textarea, TextInput } from '@mantine/core'
import {
  type Account,
  AccountType,
  federateAccounts,
  NAME_LENGTH,
  PartnerType,
  Region,
  Stage,
} from '#features/accounts/accounts/contract.ts'
import { CountryField } from '#kit/web/form/country-field.tsx'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { conflictMessage } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import classes from './account-form.module.css'
import type { AccountValues } from './account-values.ts'
import { useNameVerdict } from './use-name-verdict.ts'
import { VisibilityPreview } from './visibility-preview.tsx'

const inPage = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** Fields whose errors say more than that they are wrong. */
const ownErrors: ReadonlySet<string> = new Set(['name', 'crmId'])

/** All writable fields of an account; `naming` adds the name, which never changes. */
export function AccountForm(props: {
  form: ContractForm<AccountValues>
  naming?: boolean
  /** The account to change; absent while one is created. */
  account?: Account
  action: string
  busy: boolean
  onSubmit: (values: AccountValues) => void
}) {
  const t = useText()
  const { form, account } = props
  // It changes who sees the account, as a parent does.
  const mayFederate = useAllows(federateAccounts)
  const field = (name: keyof AccountValues, wrong = t('form.wrong')) => {
    const input = form.getInputProps(name)
    return {
      label: t(`form.${name}`),
      ...input,
      error: input.error && (ownErrors.has(name) || input.error === conflictMessage() ? input.error : wrong),
    }
  }
  const choice = <Value extends string>(values: readonly Value[], words: (value: Value) => string) => ({
    ...inPage,
    allowDeselect: false,
    data: values.map((value) => ({ value: value as string, label: words(value) })),
  })
  const zones = timeZones()
  const zone = form.values.timeZone
  return (
    <form className={props.naming ? classes.form : 'form-stack'} noValidate onSubmit={form.onSubmit(props.onSubmit)}>
      <Card id="who" title={t('form.who')}>
        <div className="form-fields">
          {props.naming && <NameField form={form} />}
          <TextInput required maxLength={120} {...field('displayName', t('form.nameless'))} />
          <Select {...choice(AccountType.options, (value) => t(`accountType.${value}`))} {...field('accountType')} />
          <Select
            {...inPage}
            allowDeselect={false}
            data={[
              { value: '', label: t('form.none') },
              ...PartnerType.options.map((value) => ({ value, label: t(`partnerType.${value}`) })),
            ]}
            {...field('partnerType')}
          />
          <Select {...choice(Stage.options, (value) => t(`stage.${value}`))} {...field('stage')} />
          <TextInput maxLength={18} {...field('crmId')} />
          <Textarea className="wide" rows={2} maxLength={2000} {...field('description')} />
          <Checkbox
            className="wide"
            label={t('form.isParent')}
            {...form.getInputProps('isParent', { type: 'checkbox' })}
          />
          <Checkbox
            className="wide"
            label={t('form.viewOnly')}
            disabled={!mayFederate}
            {...form.getInputProps('viewOnly', { type: 'checkbox' })}
          />
          {account && form.values.viewOnly !== account.viewOnly && (
            <div className="wide">
              <VisibilityPreview account={account} change={{ viewOnly: form.values.viewOnly }} />
            </div>
          )}
          <Checkbox
            className="wide"
            label={t('form.selfJoin')}
            {...form.getInputProps('selfJoin', { type: 'checkbox' })}
          />
        </div>
      </Card>
      <Card id="where" title={t('form.where')}>
        <div className="form-fields">
          <Select
            required
            {...choice(Region.options, (value) => t(`region.${value}`))}
            {...field('region', t('form.regionless'))}
            value={form.values.region || null}
          />
          <CountryField {...field('country')} />
          <TextInput maxLength={120} {...field('city')} />
          <Select
            searchable
            limit={60}
            {...inPage}
            allowDeselect={false}
            data={zones.includes(zone) ? [...zones] : [zone, ...zones]}
            {...field('timeZone')}
          />
          <Textarea className="wide" rows={2} maxLength={500} {...field('address')} />
        </div>
      </Card>
      <div className="form-actions">
        {account && form.isDirty() && (
          <Button variant="default" onClick={() => form.reset()}>
            {t('form.discard')}
          </Button>
        )}
        <Button type="submit" variant="filled" loading={props.busy}>
          {props.action}
        </Button>
      </div>
    </form>
  )
}

/** The name of a new account; shows while typing whether it is free. */
function NameField({ form }: { form: ContractForm<AccountValues> }) {
  const t = useText()
  const verdict = useNameVerdict(form.values.name)
  const input = form.getInputProps('name')
  const taken = verdict && verdict.verdict !== 'free' ? verdict.text : undefined
  return (
    <TextInput
      required
      maxLength={NAME_LENGTH}
      autoCapitalize="none"
      spellCheck={false}
      label={t('form.name')}
      description={verdict?.verdict === 'free' ? verdict.text : t('form.nameHint')}
      {...input}
      error={form.values.name === '' && input.error ? t('form.unnamed') : (input.error ?? taken)}
    />
  )
}
