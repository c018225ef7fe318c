import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconDownload, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { listDeployments, type ReportSection, type ReportTable, readTecReport } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './report-page.module.css'

/** The technical report of a deployment, with its files. */
export function ReportPage() {
  const t = useText()
  const account = useAccount()?.name ?? ''
  const phone = useIsMobile()
  const [chosenId, setChosenId] = useState<string>()
  const deploymentsQuery = useQueryOf(listDeployments, { query: { account } }, { enabled: account !== '' })
  const deployments = deploymentsQuery.data?._embedded.deployments
  const deployment = deployments?.find(({ id }) => id === chosenId) ?? deployments?.[0]
  const version = String(deployment?.analyticsVersion ?? 4) as '1' | '4'
  const report = useQueryOf(
    readTecReport,
    { params: { version }, query: { account, deployment: deployment?.name ?? '' } },
    { enabled: deployment !== undefined },
  )
  const { data } = report
  const file = (format: string) =>
    `/api/plugins/analytics/tec-report/v${version}?${new URLSearchParams({ account, deployment: deployment?.name ?? '', format })}`
  const actions = data && (
    <>
      <Button variant="default" href={file('html')} download leftSection={<IconDownload size={15} aria-hidden />}>
        {t('html')}
      </Button>
      <Button href={file('pdf')} download leftSection={<IconDownload size={15} aria-hidden />}>
        {t('pdf')}
      </Button>
    </>
  )
  const period = data && { from: formatDate(data.from), to: formatDate(data.to), zone: data.zone }
  return (
    <Page kind="dashboard">
      <PageHeader
        title={t('report')}
        note={data && period && t('reportNote', { deployment: data.deployment, ...period })}
        actions={actions}
      />
      {deployments && deployments.length > 1 && (
        <Select
          className={classes.choice}
          label={t('deployment')}
          data={deployments.map(({ id, name }) => ({ value: id, label: name }))}
          value={deployment?.id ?? null}
          onChange={(id) => setChosenId(id ?? undefined)}
        />
      )}
      <QueryView
        query={deploymentsQuery}
        rows={8}
        empty={
          <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('noDeployments')}>
            {t('addFirst')}
          </EmptyState>
        }
      >
        {() => (
          <QueryView query={report} rows={8}>
            {({ sections }) => (
              <div className={classes.report}>
                <nav aria-label={t('sections')} className={classes.contents}>
                  <ol>
                    {sections.map(({ number, title }) => (
                      <li key={number}>
                        <a href={`#section-${number}`}>{title}</a>
                      </li>
                    ))}
                  </ol>
                </nav>
                <div className={classes.sections}>
                  {sections.map((section) => (
                    <Section key={section.number} section={section} />
                  ))}
                </div>
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
      {phone && actions && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

function Section({ section: { number, title, sentences, figures, tables } }: { section: ReportSection }) {
  const t = useText()
  return (
    <Card id={`section-${number}`} title={`${number} · ${title}`}>
      {sentences.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ label, text, query }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {text}
                {query && <code title={t('queryOf')}>{query}</code>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tables.map((table) => (
        <ReportRows key={table.title} table={table} />
      ))}
    </Card>
  )
}

function ReportRows({ table: { title, columns, rows, query } }: { table: ReportTable }) {
  if (rows.length === 0) return null
  const cells = rows.map((row, index) => ({ index, row }))
  const shownColumns: PlainColumn<(typeof cells)[number]>[] = columns.map((label, column) => ({
    id: label,
    label,
    cell: ({ row }) => row[column],
  }))
  return (
    <>
      <h3>{title}</h3>
      {query && <code>{query}</code>}
      <PlainTable label={title} columns={shownColumns} rows={cells} id={({ index }) => String(index)} />
    </>
  )
}
