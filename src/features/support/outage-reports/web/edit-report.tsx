import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Outage } from '#features/support/outages/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { focusFirstField } from '#kit/web/focus-first-field.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  LONGEST_SECTION,
  type OutageReport,
  type ReportField,
  type ReportTexts,
  readOutageReport,
  reportFields,
  saveOutageReport,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './outage-reports.module.css'
import { ReportText } from './report-text.tsx'

/** Edits the six sections, with the report as it will read beside them. */
export function EditReport(props: { outage: Outage; report: OutageReport; onClose: () => void }) {
  const t = useText()
  const { outage, report, onClose } = props
  const [texts, setTexts] = useState(() => textsOf(report))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  // Of the report that the texts began with: a change of another user is not replaced without a warning.
  const [version, setVersion] = useState(report.version)
  const save = useMutationOf(saveOutageReport, {
    refreshes: [readOutageReport],
    onSuccess: () => {
      toast({ title: t('saved') })
      onClose()
    },
    onProblem: (problem) => {
      setErrors(Object.fromEntries(problem.fields.map(({ path, message }) => [path, message])))
      if (problem.status === 412) {
        void call(readOutageReport, { params: { key: outage.key } }).then((fresh) => setVersion(fresh.version))
        toast({ title: t('stale'), tone: 'warning' })
      } else if (problem.fields.length === 0) showError(problem)
    },
  })
  return (
    <form
      ref={focusFirstField}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { key: outage.key }, version, body: texts })
      }}
    >
      <Card title={t('title')} note={t('markdown')}>
        <div className={classes.editor}>
          <div className={classes.fields}>
            {reportFields.map((field) => (
              <Textarea
                key={field}
                autosize
                minRows={field === 'actions' || field === 'what' ? 4 : 2}
                maxRows={16}
                maxLength={LONGEST_SECTION}
                label={t(`section.${field}`)}
                value={texts[field]}
                error={errors[field]}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setTexts((before) => ({ ...before, [field]: value }))
                }}
              />
            ))}
          </div>
          <aside className={classes.preview} aria-label={t('preview')}>
            <p className={classes.note}>{t('preview')}</p>
            <ReportText narrow texts={texts} />
          </aside>
        </div>
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </Card>
    </form>
  )
}

function textsOf({ draft, published }: OutageReport): Record<ReportField, string> {
  const from: ReportTexts | null = draft ?? published
  return Object.fromEntries(reportFields.map((field) => [field, from?.[field] ?? ''])) as Record<ReportField, string>
}
