import { Button, Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { isVendor } from '#features/roles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import type { Refusal } from '#kit/web/data/refusal.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import {
  type AccountRequest,
  askForAccount,
  changeAccountRequest,
  countAccountRequests,
  listAccountRequests,
  RequestBody,
  RequestType,
  readAccountRequest,
  requestFlaws,
} from '../contract.ts'
import { AccountFields } from './account-fields.tsx'
import { bodyOf, fieldOf, valuesOf } from './request-values.ts'
import { useText } from './text.ts'

const versions = ['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON']
const stages = ['PRODUCTION', 'LIFT', 'PRE_SALES'] as const
const refreshes = [listAccountRequests, countAccountRequests, readAccountRequest]
const inPage = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** Asks, or changes what was asked for. What is typed is kept until it is sent. */
export function RequestForm({
  request,
  onDone,
}: {
  request?: AccountRequest | undefined
  onDone: (id: string) => void
}) {
  const t = useText()
  const vendor = isVendor(useActor())
  const accounts = useAccounts()
  const form = useContractForm(z.object({}), valuesOf(request, vendor), request ? {} : { draft: 'account-request' })
  const tell = (flaws: readonly { path: string; message: string }[]) =>
    form.setErrors(Object.fromEntries(flaws.map(({ path, message }) => [fieldOf(path), message])))
  const settings = {
    refreshes,
    onRefused: (refusal: Refusal) => (refusal.fields.length > 0 ? tell(refusal.fields) : showError(refusal)),
    onSuccess: ({ id }: AccountRequest) => {
      form.dropDraft()
      toast({ title: t(request ? 'form.saved' : 'form.sent') })
      onDone(id)
    },
  }
  const ask = useMutationOf(askForAccount, settings)
  const change = useMutationOf(changeAccountRequest, settings)
  const send = form.onSubmit((values) => {
    const body = bodyOf(values)
    const { error } = RequestBody.safeParse(body)
    const flaws = [
      ...requestFlaws(body).map(({ path }) => ({ path, message: t('form.required') })),
      ...(error?.issues ?? []).map(({ path }) => ({ path: path.join('.'), message: t('form.wrong') })),
    ]
    if (flaws.length > 0) return tell(flaws)
    if (request) change.mutate({ params: { id: request.id }, body, version: request.version })
    else ask.mutate({ body })
  })
  const { requestType, withDeployment } = form.values
  return (
    <form className="form-stack" noValidate onSubmit={send}>
      {vendor && !request && (
        <SegmentedControl
          aria-label={t('form.what')}
          data={RequestType.options.map((value) => ({ value, label: t(`form.${value}`) }))}
          {...form.getInputProps('requestType')}
        />
      )}
      {requestType === 'ACCOUNT' && <AccountFields form={form} />}
      <Card title={t(requestType === 'ACCOUNT' ? 'form.first' : 'type.DEPLOYMENT')}>
        <div className="form-fields">
          {requestType === 'ACCOUNT' && (
            <Checkbox
              className="wide"
              label={t('form.withDeployment')}
              {...form.getInputProps('withDeployment', { type: 'checkbox' })}
            />
          )}
          {requestType === 'DEPLOYMENT' && (
            <Select
              className="wide"
              required
              searchable
              limit={60}
              {...inPage}
              label={t('form.of')}
              data={accounts.map(({ name, displayName }) => ({ value: name, label: displayName }))}
              {...form.getInputProps('account')}
              value={form.values.account || null}
            />
          )}
          {(requestType === 'DEPLOYMENT' || withDeployment) && (
            <>
              <TextInput
                required
                maxLength={63}
                label={t('form.deploymentName')}
                {...form.getInputProps('deploymentName')}
              />
              <Select
                required
                allowDeselect={false}
                {...inPage}
                label={t('form.version')}
                data={versions}
                {...form.getInputProps('version')}
              />
              <Select
                required
                allowDeselect={false}
                {...inPage}
                label={t('form.stage')}
                data={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
                {...form.getInputProps('deploymentStage')}
              />
            </>
          )}
        </div>
      </Card>
      <Textarea label={t('form.why')} rows={3} maxLength={2000} {...form.getInputProps('note')} />
      <div className="form-actions">
        <Button type="submit" variant="filled" loading={ask.isPending || change.isPending}>
          {t(request ? 'form.save' : 'form.send')}
        </Button>
      </div>
    </form>
  )
}
