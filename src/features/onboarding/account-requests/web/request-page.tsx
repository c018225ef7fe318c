import { Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { isVendor } from '#features/access/roles/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { type ContractForm, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
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
import { accountRequestsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AccountFields } from './account-fields.tsx'
import { CheckStep } from './check-step.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { useLabel } from './label.ts'
import { bodyOf, fieldOf, type RequestValues, valuesOf } from './request-values.ts'
import classes from './step-list.module.css'

/** Requests an account or a deployment; with `edit` in the address, changes a request. */
export function RequestPage() {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const { query, change } = useUrlQuery<'edit' | 'step'>()
  const { edit, step } = query
  const stored = useQueryOf(readAccountRequest, { params: { id: edit ?? '' } }, { enabled: !!edit })
  return (
    <QueryView page query={edit ? stored : { ...stored, data: null }} rows={8}>
      {(request) => (
        <Page kind="form">
          <PageHeader title={edit ? t('label.edit') : label('new')} note={t('form.note')} />
          <RequestForm
            key={request?.id ?? 'new'}
            request={request ?? undefined}
            step={step}
            onStep={(next) => change({ step: next }, 'step')}
            onDone={(id) => void navigate({ href: accountRequestsPath({ id }) })}
          />
        </Page>
      )}
    </QueryView>
  )
}

/** Stands for a request that is not created yet. */
const unasked = { version: 0 }
const refreshes = [listAccountRequests, countAccountRequests, readAccountRequest]

/** Creates a request step by step, or changes one. Typed values are stored until the request is sent. */
function RequestForm({
  request,
  step,
  onStep,
  onDone,
}: {
  request?: AccountRequest | undefined
  /** The current step, from the address; the first if unknown. */
  step: string | undefined
  onStep: (step: FormStep) => void
  onDone: (id: string) => void
}) {
  const t = useText()
  const vendor = isVendor(usePrincipal())
  const form = useContractForm(z.object({}), valuesOf(request, vendor), request ? {} : { draft: 'account-request' })
  const { version } = useStored<AccountRequest | typeof unasked, RequestValues>(form, request ?? unasked, (stored) =>
    valuesOf('id' in stored ? stored : undefined, vendor),
  )
  const showErrors = (flaws: readonly { path: string; message: string }[]) =>
    form.setErrors(Object.fromEntries(flaws.map(({ path, message }) => [fieldOf(path), message])))
  const settings = {
    refreshes,
    onProblem: (problem: ApiError) => {
      const [first] = problem.fields
      if (!first) return showError(problem)
      onStep(stepOfField(fieldOf(first.path)))
      showErrors(problem.fields)
    },
    onSuccess: ({ id }: AccountRequest) => {
      form.dropDraft()
      toast({ title: t(request ? 'form.saved' : 'form.sent') })
      onDone(id)
    },
  }
  const ask = useMutationOf(askForAccount, settings)
  const change = useMutationOf(changeAccountRequest, settings)
  const { requestType } = form.values
  const steps = stepsOf(requestType)
  const now = steps.find((one) => one === step) ?? steps[0]!
  const next = steps[steps.indexOf(now) + 1]
  const send = form.onSubmit((values) => {
    const body = bodyOf(values)
    const flaws = flawsOf(body, t)
    const first = flaws.map(({ path }) => stepOfField(fieldOf(path)))
    if (next && !first.includes(now)) return onStep(next)
    if (flaws.length > 0) {
      if (!next) onStep(steps.find((one) => first.includes(one)) ?? now)
      return showErrors(flaws.filter(({ path }) => !next || stepOfField(fieldOf(path)) === now))
    }
    if (request) change.mutate({ params: { id: request.id }, body, version })
    else ask.mutate({ body })
  })
  return (
    <PageForm
      submitLabel={next ? t('form.next') : t(request ? 'form.save' : 'form.send')}
      pending={ask.isPending || change.isPending}
      actions={
        now !== steps[0] && (
          <Button variant="default" onClick={() => onStep(steps[steps.indexOf(now) - 1]!)}>
            {t('form.back')}
          </Button>
        )
      }
      onSubmit={send}
    >
      {vendor && !request && (
        <SegmentedControl
          aria-label={t('form.what')}
          options={RequestType.options.map((value) => ({ value, label: t(`form.${value}`) }))}
          value={form.values.requestType}
          onChange={(requestType) => form.setFieldValue('requestType', requestType)}
        />
      )}
      <StepList steps={steps} now={now} onGo={onStep} />
      {now === 'account' && <AccountFields form={form} />}
      {now === 'users' && <UsersFields form={form} />}
      {now === 'deployment' && <DeploymentFields form={form} />}
      {now === 'check' && <CheckStep form={form} />}
    </PageForm>
  )
}

/** Flaws of the request body, by path. */
function flawsOf(body: RequestBody, t: ReturnType<typeof useText>): { path: string; message: string }[] {
  const { error } = RequestBody.safeParse(body)
  return [
    ...requestFlaws(body).map(({ path }) => ({ path, message: t('form.required') })),
    ...(error?.issues ?? []).map(({ path }) => ({ path: path.join('.'), message: t('form.wrong') })),
  ]
}

/** The current step in the list; earlier steps can be reopened. */
function StepList(props: { steps: readonly FormStep[]; now: FormStep; onGo: (step: FormStep) => void }) {
  const t = useText()
  const { steps, now, onGo } = props
  const place = steps.indexOf(now)
  return (
    <ol className={classes.steps} aria-label={t('form.steps')}>
      {steps.map((step, index) => (
        <li key={step} data-passed={index < place || undefined} aria-current={step === now ? 'step' : undefined}>
          <UnstyledButton className={classes.step} disabled={index >= place} onClick={() => onGo(step)}>
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.name}>{t(`form.step.${step}`)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

/** A step of the request form. */
type FormStep = 'account' | 'users' | 'deployment' | 'check'

const steps = {
  ACCOUNT: ['account', 'users', 'deployment', 'check'],
  DEPLOYMENT: ['deployment', 'check'],
} as const satisfies Record<RequestBody['requestType'], readonly FormStep[]>

const later: Partial<Record<keyof RequestValues, FormStep>> = {
  domains: 'users',
  managerName: 'users',
  managerEmail: 'users',
  account: 'deployment',
  withDeployment: 'deployment',
  deploymentName: 'deployment',
  version: 'deployment',
  deploymentStage: 'deployment',
  note: 'check',
}

/** The steps of a kind of request, in their order. */
function stepsOf(requestType: RequestBody['requestType']): readonly FormStep[] {
  return steps[requestType]
}

/** The step that contains a field. */
function stepOfField(field: string): FormStep {
  return later[field as keyof RequestValues] ?? 'account'
}

/** The users of a new account: its domains, and its first manager. */
function UsersFields({ form }: { form: ContractForm<RequestValues> }) {
  const t = useText()
  return (
    <>
      <Card title={t('form.domains')} note={t('form.domainsNote')}>
        <div className="form-fields">
          <Textarea
            className="wide"
            rows={2}
            aria-label={t('form.domains')}
            description={t('form.domainsHint')}
            {...form.getInputProps('domains')}
          />
        </div>
      </Card>
      <Card title={t('form.manager')} note={t('form.managerNote')}>
        <div className="form-fields">
          <TextInput maxLength={200} label={t('form.managerName')} {...form.getInputProps('managerName')} />
          <TextInput
            type="email"
            maxLength={320}
            label={t('form.managerEmail')}
            {...form.getInputProps('managerEmail')}
          />
        </div>
      </Card>
    </>
  )
}
