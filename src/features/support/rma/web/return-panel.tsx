import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  advanceReturn,
  advanceReturns,
  type HardwareReturn,
  nextReturnState,
  partOf,
  readReturn,
  returnStates,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './return-panel.module.css'

/** The hardware return of a case: its four steps, its form, and for staff the next step. */
export function ReturnPanel({ found }: { found: Case }) {
  const t = useText()
  const mayAdvance = useAllows(advanceReturns)
  const [advancing, setAdvancing] = useState(false)
  const query = useQueryOf(readReturn, { query: { issueKey: found.key } })
  const shownUpdate = useRef(found.updated)
  useEffect(() => {
    // The case changed: its return may have changed too.
    if (shownUpdate.current !== found.updated) void refresh(readReturn)
    shownUpdate.current = found.updated
  }, [found.updated])
  return (
    <QueryView query={query} rows={2} notFound={null}>
      {(data) => {
        const next = nextReturnState(data.state)
        return (
          <section className={classes.panel} aria-label={t('panel.title')}>
            <ol className={classes.steps}>
              {returnStates.map((state) => (
                <Step key={state} state={state} found={data} />
              ))}
            </ol>
            <DescriptionList lines={factsOf(data)} />
            {data.droppedFiles.length > 0 && (
              <ul className={classes.dropped} aria-label={t('panel.dropped')}>
                {data.droppedFiles.map(({ filename, problem }, index) => (
                  <li key={`${filename} ${String(index)}`}>
                    <code>{filename}</code> {reasonOf(problem)}
                  </li>
                ))}
              </ul>
            )}
            {mayAdvance && next && next !== 'requested' && (
              <div>
                <Button size="xs" onClick={() => setAdvancing(true)}>
                  {t(`next.${next}`)}
                </Button>
              </div>
            )}
            {advancing && next && next !== 'requested' && (
              <AdvanceDialog found={found} version={data.version} next={next} onClose={() => setAdvancing(false)} />
            )}
          </section>
        )
      }}
    </QueryView>
  )

  function factsOf(one: HardwareReturn): readonly (readonly [string, ReactNode])[] {
    return [
      [t('panel.part'), `${one.partNumber} ${partOf(one.partNumber)?.name ?? ''}`],
      [
        t('panel.serial'),
        <span key="" className="row">
          <code>{one.serialNumber}</code>
          {!one.serialFits && <Badge colour="dark-yellow">{t('panel.check')}</Badge>}
        </span>,
      ],
      [t('panel.warranty'), one.warrantyEnds && formatDate(`${one.warrantyEnds}T12:00:00Z`)],
      [t('panel.contact'), one.contact],
      [t('panel.address'), one.shippingAddress],
    ]
  }

  function reasonOf(problem: string): string {
    const knownCode = (
      ['attachment-too-large', 'attachment-type-not-allowed', 'too-many-files', 'storage-limit-reached'] as const
    ).find((code) => code === problem)
    return t(`dropReason.${knownCode ?? 'other'}`)
  }
}

function Step({ state, found }: { state: HardwareReturn['state']; found: HardwareReturn }) {
  const t = useText()
  const step = found.steps.find((one) => one.state === state)
  return (
    <li
      className={classes.step}
      data-reached={step ? true : undefined}
      aria-current={state === found.state ? 'step' : undefined}
    >
      <span className={classes.dot}>{step && <IconCheck size={12} aria-hidden />}</span>
      <span>
        <strong>{t(`state.${state}`)}</strong>
        {step && (
          <span className={classes.at}>
            <time dateTime={step.at}>{formatDateTime(step.at)}</time>
            <span>{step.by}</span>
            {step.carrier && <span>{step.carrier}</span>}
            {step.trackingNumber && <code>{step.trackingNumber}</code>}
            {step.replacementSerial && (
              <span>
                {t('panel.replacement')} <code>{step.replacementSerial}</code>
              </span>
            )}
          </span>
        )}
      </span>
    </li>
  )
}

type Props = { found: Case; version: number; next: 'approved' | 'shipped' | 'received'; onClose: () => void }

/** Makes the next step of a hardware return; a shipment has a carrier and a tracking number. */
function AdvanceDialog({ found, version, next, onClose }: Props) {
  const t = useText()
  const form = useForm({ initialValues: { carrier: '', trackingNumber: '', replacementSerial: '' } })
  const advance = useMutationOf(advanceReturn, {
    refreshes: [readReturn, readCase],
    onSuccess: () => {
      toast({ title: t('advance.done', { key: found.key, state: t(`state.${next}`) }) })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) showError(problem, { text: t('advance.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit((values) => {
    const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    advance.mutate({ query: { issueKey: found.key }, version, body: { state: next, ...typed } })
  })
  return (
    <FormDialog
      title={t(`next.${next}`)}
      submitLabel={t(`next.${next}`)}
      pending={advance.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('advance.text', { account: found.accountDisplayName })}</p>
      {next === 'shipped' && (
        <>
          <TextInput required maxLength={100} label={t('advance.carrier')} {...form.getInputProps('carrier')} />
          <TextInput required maxLength={100} label={t('advance.tracking')} {...form.getInputProps('trackingNumber')} />
          <TextInput maxLength={50} label={t('advance.replacement')} {...form.getInputProps('replacementSerial')} />
        </>
      )}
    </FormDialog>
  )
}
