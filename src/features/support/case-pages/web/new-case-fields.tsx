import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { listAddressees, listFieldOptions } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Field } from '#kit/web/form/field.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { IconServerOff } from '#kit/web/icons/icons.generated.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { type AccountChoice, useAccounts } from '#kit/web/who/account.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { DeploymentChoice } from './deployment-choice.tsx'
import classes from './new-case.module.css'
import { NewCaseFiles } from './new-case-files.tsx'
import type { NewCaseForm } from './use-new-case.ts'

const SUBJECT_LIMIT = 250

/** The fields of a new case, the ones that matter first. */
export function NewCaseFields(props: {
  form: NewCaseForm
  account: Account | undefined
  choice: AccountChoice | null
  /** With it the account is chosen in the form. */
  onPick?: (account: AccountChoice | null) => void
}) {
  const t = useText()
  const { form, account, choice } = props
  const { values, set, wrong } = form
  const accounts = useAccounts()
  const { onPick } = props
  const first = useRef<HTMLInputElement>(null)
  const which = useRef<HTMLInputElement>(null)
  const choosing = onPick !== undefined
  useEffect(() => {
    if (choosing) which.current?.focus()
    else first.current?.focus()
  }, [choosing])
  const error = (name: string) => (wrong.includes(name) ? t(`wrong.${wrongKey(name)}`) : undefined)
  const noDeployment = form.rejected !== null || (account !== undefined && account.deployments.length === 0)
  return (
    <>
      {noDeployment && (
        <Callout colour="orange" icon={<IconServerOff size={18} aria-hidden />} title={t('new.noDeployment')}>
          {t('new.noDeploymentText')}
        </Callout>
      )}
      {onPick && (
        <Select
          ref={which}
          openOnFocus={false}
          label={t('new.account')}
          description={choice ? undefined : t('new.pickAccountText')}
          placeholder={t('new.pickAccount')}
          required
          searchable
          data={accounts.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={choice?.id ?? null}
          onChange={(id) => onPick(accounts.find((one) => one.id === id) ?? null)}
        />
      )}
      <Field
        label={t('new.subject')}
        required
        extra={t('new.count', { count: values.subject.length, limit: SUBJECT_LIMIT })}
        error={error('subject')}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={first}
            size="lg"
            maxLength={SUBJECT_LIMIT}
            error={wrong.includes('subject')}
            value={values.subject}
            onChange={(event) => set({ subject: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className={classes.pair}>
        <Field label={t('new.deployment')} required error={error('deploymentId')}>
          {(control) => (
            <DeploymentChoice
              {...control}
              deployments={account?.deployments ?? []}
              value={values.deploymentId}
              invalid={wrong.includes('deploymentId')}
              onChange={(deploymentId) => set({ deploymentId })}
            />
          )}
        </Field>
        {!form.serviceDown && (
          <div>
            <div className={classes.label} id="new-case-priority">
              {t('new.priority')}
            </div>
            <SegmentedControl
              aria-labelledby="new-case-priority"
              value={values.priority}
              onChange={(priority) => set({ priority })}
              options={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
            />
            <p className={classes.hint}>{t(`new.hint.${values.priority}`)}</p>
          </div>
        )}
      </div>
      <Product form={form} account={choice?.name} />
      <Field label={t('new.description')} required error={error('description')}>
        {(control) => (
          <MarkdownEditor
            label={t('new.description')}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid']}
            value={values.description}
            onChange={(description) => set({ description })}
            onFiles={form.paste}
          />
        )}
      </Field>
      <NewCaseFiles form={form} enabled={choice !== null} />
      <div className={classes.pair}>
        <Users form={form} account={choice?.name} />
        <TextInput
          label={t('new.contact')}
          placeholder={t('new.contactPlaceholder')}
          maxLength={SUBJECT_LIMIT}
          value={values.contact}
          onChange={(event) => set({ contact: event.currentTarget.value })}
        />
      </div>
      <TagsInput
        label={t('new.labels')}
        placeholder={values.labels.length === 0 ? t('new.labelsPlaceholder') : ''}
        maxTags={20}
        error={error('labels')}
        value={values.labels}
        onChange={(labels) => set({ labels: labels.map((one) => one.trim().replace(/\s+/g, '-')) })}
      />
    </>
  )
}

const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const

function wrongKey(name: string): 'subject' | 'description' | 'deploymentId' | 'labels' | 'other' {
  return (
    (['subject', 'description', 'deploymentId', 'labels'] as const).find((fieldName) => fieldName === name) ?? 'other'
  )
}

function Product({ form, account }: { form: NewCaseForm; account: string | undefined }) {
  const t = useText()
  const { values, set } = form
  const of = { ...(account ? { account } : {}) }
  const products = useQueryOf(listFieldOptions, { query: { field: 'product', ...of } }).data?._embedded.options ?? []
  const versions = useQueryOf(
    listFieldOptions,
    { query: { field: 'productVersion', product: values.product, ...of } },
    { enabled: values.product !== '' },
  ).data?._embedded.options
  return (
    <div className={classes.pair}>
      <Select
        label={t('new.product')}
        placeholder={t('new.choose')}
        searchable
        clearable
        data={products.map(({ value, label }) => ({ value, label }))}
        value={values.product || null}
        onChange={(product) => set({ product: product ?? '', productVersion: '' })}
      />
      <Select
        label={t('new.version')}
        placeholder={t('new.choose')}
        searchable
        clearable
        disabled={values.product === ''}
        data={withChosen(versions ?? [], values.productVersion)}
        value={values.productVersion || null}
        onChange={(productVersion) => set({ productVersion: productVersion ?? '' })}
      />
    </div>
  )
}

/** A version that a log names may be missing in the vendor's list. */
function withChosen(options: readonly { value: string; label: string }[], chosenVersion: string) {
  const data = options.map(({ value, label }) => ({ value, label }))
  return chosenVersion === '' || data.some(({ value }) => value === chosenVersion)
    ? data
    : [...data, { value: chosenVersion, label: chosenVersion }]
}

function Users({ form, account }: { form: NewCaseForm; account: string | undefined }) {
  const t = useText()
  const me = useMe()
  const [words, setWords] = useState('')
  const [q] = useDebouncedValue(words.trim(), 150)
  const result = useQueryOf(
    listAddressees,
    { query: { account: account ?? '', ...(q ? { q } : {}) } },
    { enabled: account !== undefined, keep: true },
  )
  const users = (result.data?._embedded.addressees ?? []).filter(({ id }) => id !== me.id)
  const knownUsers = new Set(users.map(({ username }) => username))
  const chosenUsers = form.values.addressees.filter((username) => !knownUsers.has(username))
  return (
    <MultiSelect
      label={t('new.people')}
      placeholder={form.values.addressees.length === 0 ? t('new.peoplePlaceholder') : ''}
      searchable
      disabled={account === undefined}
      searchValue={words}
      onSearchChange={setWords}
      filter={({ options }) => options}
      nothingFoundMessage={t('person.none')}
      data={[
        ...users.map(({ username, fullName }) => ({ value: username, label: fullName })),
        ...chosenUsers.map((username) => ({ value: username, label: username })),
      ]}
      value={form.values.addressees}
      onChange={(addressees) => form.set({ addressees })}
    />
  )
}
